import type { Input } from './input.js';
import { LONG_PRESS_MS, TouchGestures } from './touch.js';

/** The desktop has two pixels per page pixel. */
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

describe('desktop touch gestures', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('click on a tap', () => {
    const { touch, sent } = setup();
    touch.down(1, { x: 10, y: 20 });
    touch.move(1, { x: 13, y: 22 });
    touch.up(1);
    expect(sent).toEqual([move(20, 40), button(0, true), button(0, false)]);
    jest.advanceTimersByTime(LONG_PRESS_MS);
    expect(sent).toHaveLength(3);
  });

  it('press the right button once on a long press', () => {
    const { touch, sent } = setup();
    touch.down(1, { x: 10, y: 20 });
    jest.advanceTimersByTime(LONG_PRESS_MS);
    touch.move(1, { x: 90, y: 90 });
    touch.up(1);
    expect(sent).toEqual([move(20, 40), button(2, true), button(2, false)]);
  });

  it('drag from the first touch point', () => {
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

  it('scroll with two fingers without clicking on release', () => {
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

  it('end a drag when the browser cancels the touch', () => {
    const { touch, sent } = setup();
    touch.down(1, { x: 10, y: 20 });
    touch.move(1, { x: 40, y: 20 });
    touch.cancel();
    touch.up(1);
    expect(sent.at(-1)).toEqual(button(0, false));
    expect(sent.filter((input) => input.type === 'button')).toHaveLength(2);
  });
});
