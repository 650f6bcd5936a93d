import { scancodeOf } from './scancodes.js';
import type { Input } from './input.js';

/**
 * `keys` presses the same key in Windows, whose layout determines the character: for shortcuts and games.
 * `characters` types what this keyboard shows, with any layout in Windows. IronRDP does not report a layout to
 * Windows.
 */
export type KeyboardMode = 'keys' | 'characters';

/** Fields of a KeyboardEvent. */
export interface Key {
  type: string;
  code: string;
  key: string;
  repeat: boolean;
  getModifierState: (name: string) => boolean;
}

/** RDP has no shortcuts with characters, so with these modifiers the key is sent. */
const SHORTCUT = ['Control', 'Alt', 'Meta'];

/** Returns no input for keys unknown to Windows and for dead keys. */
export function keyInput(event: Key, mode: KeyboardMode): Input[] {
  const { code, key } = event;
  const down = event.type === 'keydown';
  const scancode = scancodeOf(code);
  if (mode === 'characters') {
    if (key === 'Dead' || key === 'Process') return [];
    // AltGr is Control and Alt but types a character.
    const writes =
      event.getModifierState('AltGraph') ||
      !SHORTCUT.some((modifier) => event.getModifierState(modifier));
    if (writes && isCharacter(key)) return [{ type: 'character', character: key, down }];
  }
  return scancode === undefined ? [] : [{ type: 'key', scancode, down }];
}

const isCharacter = (key: string): boolean => [...key].length === 1;

/**
 * Control, Alt and Shift together, in any order, return the keyboard to the page. AltGr with Shift does not count.
 */
export const isReleaseChord = (event: ChordEvent): boolean =>
  event.ctrlKey &&
  event.altKey &&
  event.shiftKey &&
  ['Control', 'Alt', 'Shift'].includes(event.key) &&
  !event.getModifierState('AltGraph');

export type ChordEvent = Pick<KeyboardEvent, 'ctrlKey' | 'altKey' | 'shiftKey' | 'key'> &
  Pick<Key, 'getModifierState'>;
