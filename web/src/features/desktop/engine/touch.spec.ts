import type { Input } from './input.js';
import { LONG_PRESS_MS, TouchGestures } from './touch.js';

/** The desktop has two pixels for each of the page. */
const setup = () => {
  const sent: Input[] = [];
  const touch = new TouchGestures(
    (inputs) => sent.push(...inputs),
    ({ x, y }) => ({ x: 2 * x, y: 2 * y }),
  );
  return { touch, sent };
};
const move = (x: number, y: number): Input => ({ type: 'move', x, y });
const button = (which: number, down: boolean): Input => ({ type: 'button', button: which, down });

describe('fingers on a desktop', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('click where they tap', () => {
    const { touch, sent } = setup();
    touch.down(1, { x: 10, y: 20 });
    touch.move(1, { x: 13, y: 22 });
    touch.up(1);
    expect(sent).toEqual([move(20, 40), button(0, true), button(0, false)]);
    jest.advanceTimersByTime(LONG_PRESS_MS);
    expect(sent).toHaveLength(3);
  });

  it('press the right button where they stay, once', () => {
    const { touch, sent } = setup();
    touch.down(1, { x: 10, y: 20 });
    jest.advanceTimersByTime(LONG_PRESS_MS);
    touch.move(1, { x: 90, y: 90 });
    touch.up(1);
    expect(sent).toEqual([move(20, 40), button(2, true), button(2, false)]);
  });

  it('drag from where they were put down', () => {
    const { touch, sent } = setup();
    touch.down(1, { x: 10, y: 20 });
    touch.move(1, { x: 40, y: 20 });
    touch.move(1, { x: 50, y: 30 });
    touch.up(1);
    expect(sent).toEqual([
      move(20, 40),
      button(0, true),
      move(80, 40),
      move(100, 60),
      button(0, false),
    ]);
  });

  it('scroll with two, the content following them, and do not click as they leave', () => {
    const { touch, sent } = setup();
    touch.down(1, { x: 10, y: 20 });
    touch.down(2, { x: 30, y: 20 });
    touch.move(1, { x: 10, y: 60 });
    touch.move(2, { x: 30, y: 60 });
    touch.up(1);
    touch.move(2, { x: 80, y: 90 });
    touch.up(2);
    expect(sent).toEqual([
      move(40, 40),
      { type: 'wheel', vertical: true, amount: 20 },
      { type: 'wheel', vertical: true, amount: 20 },
    ]);
  });

  it('let go of what they drag when the browser takes them away', () => {
    const { touch, sent } = setup();
    touch.down(1, { x: 10, y: 20 });
    touch.move(1, { x: 40, y: 20 });
    touch.cancel();
    touch.up(1);
    expect(sent.at(-1)).toEqual(button(0, false));
    expect(sent.filter((input) => input.type === 'button')).toHaveLength(2);
  });
});
