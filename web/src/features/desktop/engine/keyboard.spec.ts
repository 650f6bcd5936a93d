import { isWayOut, keyInput, type ChordEvent } from './keyboard.js';
import { press, type Input } from './input.js';
import { KEYS } from './scancodes.js';
import { softKeyInput } from './soft-keyboard.js';

const key = (code: string, written: string, modifiers: string[] = [], type = 'keydown') => ({
  type,
  code,
  key: written,
  repeat: false,
  getModifierState: (name: string) => modifiers.includes(name),
});

describe('a key', () => {
  it('is the same key in Windows, pressed and let go', () => {
    expect(keyInput(key('KeyZ', 'y'), 'keys')).toEqual([
      { type: 'key', scancode: 0x2c, down: true },
    ]);
    expect(keyInput(key('KeyZ', 'y', [], 'keyup'), 'keys')).toEqual([
      { type: 'key', scancode: 0x2c, down: false },
    ]);
  });

  it.each([
    ['z', 'KeyY', []],
    ['é', 'KeyE', []],
    ['😀', '', []],
    // AltGr is Control and Alt for some systems.
    ['@', 'KeyQ', ['AltGraph', 'Control', 'Alt']],
  ])('writes %s where characters are wanted', (character, code, modifiers) => {
    expect(keyInput(key(code, character, modifiers), 'characters')).toEqual([
      { type: 'character', character, down: true },
    ]);
  });

  it.each(['Control', 'Alt', 'Meta'])(
    'stays a key with %s, where characters are wanted',
    (with_) => {
      expect(keyInput(key('KeyC', 'c', [with_]), 'characters')).toEqual([
        { type: 'key', scancode: 0x2e, down: true },
      ]);
    },
  );

  it('stays a key where it writes nothing', () => {
    expect(keyInput(key('ArrowUp', 'ArrowUp'), 'characters')).toEqual([
      { type: 'key', scancode: 0xe048, down: true },
    ]);
  });

  it('is nothing where it only begins a character, or is none of a PC', () => {
    expect(keyInput(key('BracketLeft', 'Dead'), 'characters')).toEqual([]);
    expect(keyInput(key('Fn', 'Fn'), 'keys')).toEqual([]);
  });
});

describe('the way out of the captured keyboard', () => {
  const chord = (last: string, state: Partial<ChordEvent> = {}): ChordEvent => ({
    ctrlKey: true,
    altKey: true,
    shiftKey: true,
    key: last,
    getModifierState: () => false,
    ...state,
  });

  it.each(['Control', 'Alt', 'Shift'])('is there when %s is the last of the three', (last) => {
    expect(isWayOut(chord(last))).toBe(true);
  });

  it.each([
    ['a key with the three', chord('Escape')],
    ['two of them', chord('Shift', { altKey: false })],
    ['AltGr with Shift, which writes', chord('Shift', { getModifierState: () => true })],
  ])('is not %s', (_, event) => {
    expect(isWayOut(event)).toBe(false);
  });
});

describe('the keyboard of a screen', () => {
  const character = (text: string, down: boolean): Input => ({
    type: 'character',
    character: text,
    down,
  });

  it('writes each character', () => {
    expect(softKeyInput('insertText', 'a😀')).toEqual([
      character('a', true),
      character('a', false),
      character('😀', true),
      character('😀', false),
    ]);
  });

  it('deletes, and ends a line', () => {
    expect(softKeyInput('deleteContentBackward', null)).toEqual(press(KEYS.backspace));
    expect(softKeyInput('insertLineBreak', null)).toEqual(press(KEYS.enter));
    expect(softKeyInput('insertText', '\n')).toEqual(press(KEYS.enter));
  });

  it('presses combinations in their order and lets go in the other', () => {
    const keys = press(KEYS.control, KEYS.alt, KEYS.delete).map(
      (input) => input.type === 'key' && [input.scancode, input.down],
    );
    expect(keys).toEqual([
      [0x1d, true],
      [0x38, true],
      [0xe053, true],
      [0xe053, false],
      [0x38, false],
      [0x1d, false],
    ]);
  });
});
