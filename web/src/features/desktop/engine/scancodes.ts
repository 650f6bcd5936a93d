/**
 * Set 1 scan codes by the `code` of a key, as sent by RDP ([MS-RDPBCGR] 2.2.8.1.2.2.1). One-byte codes are listed in
 * keyboard order from the first one. IronRDP's table is part of its web component, which is not used.
 */
const ROWS: [first: number, codes: string][] = [
  [0x01, 'Escape,Digit1,Digit2,Digit3,Digit4,Digit5,Digit6,Digit7,Digit8,Digit9,Digit0'],
  [0x0c, 'Minus,Equal,Backspace,Tab'],
  [0x10, 'KeyQ,KeyW,KeyE,KeyR,KeyT,KeyY,KeyU,KeyI,KeyO,KeyP,BracketLeft,BracketRight,Enter'],
  [0x1d, 'ControlLeft'],
  [0x1e, 'KeyA,KeyS,KeyD,KeyF,KeyG,KeyH,KeyJ,KeyK,KeyL,Semicolon,Quote,Backquote'],
  [0x2a, 'ShiftLeft,Backslash'],
  [0x2c, 'KeyZ,KeyX,KeyC,KeyV,KeyB,KeyN,KeyM,Comma,Period,Slash,ShiftRight,NumpadMultiply'],
  [0x38, 'AltLeft,Space,CapsLock,F1,F2,F3,F4,F5,F6,F7,F8,F9,F10'],
  [0x46, 'ScrollLock,Numpad7,Numpad8,Numpad9,NumpadSubtract,Numpad4,Numpad5,Numpad6,NumpadAdd'],
  [0x4f, 'Numpad1,Numpad2,Numpad3,Numpad0,NumpadDecimal'],
  [0x56, 'IntlBackslash,F11,F12,NumpadEqual'],
  [0x64, 'F13,F14,F15,F16,F17,F18,F19,F20,F21,F22,F23'],
  [0x70, 'KanaMode,Lang2,Lang1,IntlRo'],
  [0x76, 'F24'],
  [0x79, 'Convert'],
  [0x7b, 'NonConvert'],
  [0x7d, 'IntlYen,NumpadComma'],
  [0xe010, 'MediaTrackPrevious'],
  [0xe019, 'MediaTrackNext'],
  [0xe01c, 'NumpadEnter,ControlRight'],
  [0xe020, 'AudioVolumeMute'],
  [0xe022, 'MediaPlayPause'],
  [0xe024, 'MediaStop'],
  [0xe02e, 'AudioVolumeDown'],
  [0xe030, 'AudioVolumeUp'],
  [0xe035, 'NumpadDivide'],
  [0xe037, 'PrintScreen,AltRight'],
  [0xe045, 'NumLock,Pause,Home,ArrowUp,PageUp'],
  [0xe04b, 'ArrowLeft'],
  [0xe04d, 'ArrowRight'],
  [0xe04f, 'End,ArrowDown,PageDown,Insert,Delete'],
  [0xe05b, 'MetaLeft,MetaRight,ContextMenu'],
];

const SCANCODES = new Map(
  ROWS.flatMap(([first, codes]) =>
    codes.split(',').map((code, index): [string, number] => [code, first + index]),
  ),
);

/** Undefined for keys that PC keyboards lack. */
export const scancodeOf = (code: string): number | undefined => SCANCODES.get(code);

const known = (code: string): number => SCANCODES.get(code)!;

export const KEYS = {
  control: known('ControlLeft'),
  alt: known('AltLeft'),
  delete: known('Delete'),
  windows: known('MetaLeft'),
  backspace: known('Backspace'),
  enter: known('Enter'),
  v: known('KeyV'),
} as const;
