/** An input event of a keyboard, a mouse or a finger. Events are sent in order. */
export type Input =
  | { type: 'key'; scancode: number; down: boolean }
  /** A character, independent of the keyboard layout in Windows. */
  | { type: 'character'; character: string; down: boolean }
  /** Desktop pixels. */
  | { type: 'move'; x: number; y: number }
  /** DOM numbering: 0 left, 1 middle, 2 right, 3 back, 4 forward. */
  | { type: 'button'; button: number; down: boolean }
  /** Pixels; up and left are positive. */
  | { type: 'wheel'; vertical: boolean; amount: number };

export const press = (...scancodes: number[]): Input[] => [
  ...scancodes.map((scancode): Input => ({ type: 'key', scancode, down: true })),
  ...scancodes.toReversed().map((scancode): Input => ({ type: 'key', scancode, down: false })),
];

/** Presses and releases each character. */
export const type = (text: string): Input[] =>
  [...text].flatMap((character): Input[] => [
    { type: 'character', character, down: true },
    { type: 'character', character, down: false },
  ]);

export const click = (button: number): Input[] => [
  { type: 'button', button, down: true },
  { type: 'button', button, down: false },
];
