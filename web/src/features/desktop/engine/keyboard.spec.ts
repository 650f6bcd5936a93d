import { isReleaseChord, keyInput, type ChordEvent } from './keyboard.js';
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

describe('desktop key input', () => {
  it('presses and releases the same key in Windows', () => {
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
    // Some systems report AltGr as Control and Alt.
    ['@', 'KeyQ', ['AltGraph', 'Control', 'Alt']],
  ])('writes %s in character mode', (character, code, modifiers) => {
    expect(keyInput(key(code, character, modifiers), 'characters')).toEqual([
      { type: 'character', character, down: true },
    ]);
  });

  it.each(['Control', 'Alt', 'Meta'])('sends a key with %s as a key in character mode', (with_) => {
    expect(keyInput(key('KeyC', 'c', [with_]), 'characters')).toEqual([
      { type: 'key', scancode: 0x2e, down: true },
    ]);
  });

  it('sends a key without a character as a key', () => {
    expect(keyInput(key('ArrowUp', 'ArrowUp'), 'characters')).toEqual([
      { type: 'key', scancode: 0xe048, down: true },
    ]);
  });

  it('ignores dead keys and keys that PCs lack', () => {
    expect(keyInput(key('BracketLeft', 'Dead'), 'characters')).toEqual([]);
    expect(keyInput(key('Fn', 'Fn'), 'keys')).toEqual([]);
  });
});

describe('keyboard escape shortcut', () => {
  const chord = (last: string, state: Partial<ChordEvent> = {}): ChordEvent => ({
    ctrlKey: true,
    altKey: true,
    shiftKey: true,
    key: last,
    getModifierState: () => false,
    ...state,
  });

  it.each(['Control', 'Alt', 'Shift'])('is detected when %s is pressed last', (last) => {
    expect(isReleaseChord(chord(last))).toBe(true);
  });

  it.each([
    ['another key with all three', chord('Escape')],
    ['only two of them', chord('Shift', { altKey: false })],
    ['AltGr with Shift, which types a character', chord('Shift', { getModifierState: () => true })],
  ])('is not triggered by %s', (_, event) => {
    expect(isReleaseChord(event)).toBe(false);
  });
});

describe('on-screen keyboard', () => {
  const character = (text: string, down: boolean): Input => ({
    type: 'character',
    character: text,
    down,
  });

  it('sends each character', () => {
    expect(softKeyInput('insertText', 'a😀')).toEqual([
      character('a', true),
      character('a', false),
      character('😀', true),
      character('😀', false),
    ]);
  });

  it('sends Backspace and Enter', () => {
    expect(softKeyInput('deleteContentBackward', null)).toEqual(press(KEYS.backspace));
    expect(softKeyInput('insertLineBreak', null)).toEqual(press(KEYS.enter));
    expect(softKeyInput('insertText', '\n')).toEqual(press(KEYS.enter));
  });

  it('presses key combinations in order and releases them in reverse', () => {
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
