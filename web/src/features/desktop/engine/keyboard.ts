import { scancodeOf } from './scancodes.js';
import type { Input } from './input.js';

/**
 * `keys` presses the same key in Windows, whose own layout says what it writes: for shortcuts and games. `characters`
 * writes what this keyboard shows, with any layout of Windows. IronRDP tells Windows no layout of its own.
 */
export type KeyboardMode = 'keys' | 'characters';

/** What a KeyboardEvent tells. */
export interface Key {
  type: string;
  code: string;
  key: string;
  repeat: boolean;
  getModifierState: (name: string) => boolean;
}

/** RDP has no shortcuts of characters: with one of these the key counts. */
const SHORTCUT = ['Control', 'Alt', 'Meta'];

/** None for a key that Windows does not know, or that only begins a character (a dead key). */
export function keyInput(event: Key, mode: KeyboardMode): Input[] {
  const { code, key } = event;
  const down = event.type === 'keydown';
  const scancode = scancodeOf(code);
  if (mode === 'characters') {
    if (key === 'Dead' || key === 'Process') return [];
    // AltGr is Control and Alt, and writes.
    const writes =
      event.getModifierState('AltGraph') ||
      !SHORTCUT.some((modifier) => event.getModifierState(modifier));
    if (writes && isCharacter(key)) return [{ type: 'character', character: key, down }];
  }
  return scancode === undefined ? [] : [{ type: 'key', scancode, down }];
}

const isCharacter = (key: string): boolean => [...key].length === 1;

/** Control, Alt and Shift together, in any order: the keyboard is the page's again. AltGr with Shift is no such thing. */
export const isWayOut = (event: ChordEvent): boolean =>
  event.ctrlKey &&
  event.altKey &&
  event.shiftKey &&
  ['Control', 'Alt', 'Shift'].includes(event.key) &&
  !event.getModifierState('AltGraph');

export type ChordEvent = Pick<KeyboardEvent, 'ctrlKey' | 'altKey' | 'shiftKey' | 'key'> &
  Pick<Key, 'getModifierState'>;
