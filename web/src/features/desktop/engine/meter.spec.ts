import { Meter } from './meter.js';

const setup = () => {
  let now = 0;
  const meter = new Meter(() => now);
  /** A key, and the answer after so many milliseconds. */
  const key = (tookMs: number) => {
    now += 1_000;
    meter.pressed();
    now += tookMs;
    meter.received(100);
  };
  return { meter, key, pass: (ms: number) => (now += ms) };
};

describe('the meter of a desktop', () => {
  it('adds up what has passed', () => {
    const { meter } = setup();
    meter.sent(10);
    meter.sent(5);
    meter.received(1_000);
    expect([meter.toWindows, meter.toBrowser]).toEqual([15, 1_000]);
  });

  it('reports no response before the first key', () => {
    const { meter } = setup();
    meter.received(100);
    expect(meter.response).toBeNull();
  });

  it('reports the median of the last nine', () => {
    const { meter, key } = setup();
    for (const took of [900, 40, 900, 50, 40, 60, 40, 50, 55, 40, 45]) key(took);
    expect(meter.response).toBe(50);
  });

  it('counts a key once, and none that nothing answers', () => {
    const { meter, key, pass } = setup();
    key(2_001);
    expect(meter.response).toBeNull();
    key(70);
    pass(500);
    meter.received(100);
    expect(meter.response).toBe(70);
  });

  it('takes no picture for an answer that was coming anyway', () => {
    const { meter, pass } = setup();
    meter.received(100);
    pass(149);
    meter.pressed();
    pass(3);
    meter.received(100);
    expect(meter.response).toBeNull();
  });
});
