import { KEYS, scancodeOf } from './scancodes.js';

describe('scan codes', () => {
  // From [MS-RDPBCGR] and IronRDP's own table: the first and last key of each row, and single keys.
  it.each([
    ['Escape', 0x01],
    ['Digit0', 0x0b],
    ['Minus', 0x0c],
    ['Tab', 0x0f],
    ['KeyQ', 0x10],
    ['Enter', 0x1c],
    ['KeyA', 0x1e],
    ['Backquote', 0x29],
    ['ShiftLeft', 0x2a],
    ['Backslash', 0x2b],
    ['KeyZ', 0x2c],
    ['Slash', 0x35],
    ['NumpadMultiply', 0x37],
    ['AltLeft', 0x38],
    ['F10', 0x44],
    ['ScrollLock', 0x46],
    ['NumpadAdd', 0x4e],
    ['NumpadDecimal', 0x53],
    ['F12', 0x58],
    ['F23', 0x6e],
    ['IntlRo', 0x73],
    ['IntlYen', 0x7d],
    ['NumpadEnter', 0xe01c],
    ['ControlRight', 0xe01d],
    ['AltRight', 0xe038],
    ['NumLock', 0xe045],
    ['Home', 0xe047],
    ['PageUp', 0xe049],
    ['PageDown', 0xe051],
    ['Delete', 0xe053],
    ['MetaLeft', 0xe05b],
    ['ContextMenu', 0xe05d],
  ])('maps %s', (code, scancode) => {
    expect(scancodeOf(code)).toBe(scancode);
  });

  it('maps no key that a PC keyboard lacks', () => {
    expect(scancodeOf('Fn')).toBeUndefined();
    expect(scancodeOf('')).toBeUndefined();
  });

  it('maps all keys that the page presses itself', () => {
    expect(Object.values(KEYS).every(Number.isInteger)).toBe(true);
  });
});
