import { Meter } from './meter.js';

const setup = () => {
  let now = 0;
  const meter = new Meter(() => now);
  /** Presses a key and receives the response after this many milliseconds. */
  const key = (tookMs: number) => {
    now += 1_000;
    meter.pressed();
    now += tookMs;
    meter.received(100);
  };
  return { meter, key, advance: (ms: number) => (now += ms) };
};

describe('desktop meter', () => {
  it('sums the transferred bytes', () => {
    const { meter } = setup();
    meter.sent(10);
    meter.sent(5);
    meter.received(1_000);
    expect([meter.toWindows, meter.toBrowser]).toEqual([15, 1_000]);
  });

  it('reports no response time before the first key', () => {
    const { meter } = setup();
    meter.received(100);
    expect(meter.response).toBeNull();
  });

  it('reports the median of the last nine response times', () => {
    const { meter, key } = setup();
    for (const took of [900, 40, 900, 50, 40, 60, 40, 50, 55, 40, 45]) key(took);
    expect(meter.response).toBe(50);
  });

  it('counts a key once, and ignores keys without a response', () => {
    const { meter, key, advance } = setup();
    key(2_001);
    expect(meter.response).toBeNull();
    key(70);
    advance(500);
    meter.received(100);
    expect(meter.response).toBe(70);
  });

  it('ignores pictures that were not caused by a key', () => {
    const { meter, advance } = setup();
    meter.received(100);
    advance(149);
    meter.pressed();
    advance(3);
    meter.received(100);
    expect(meter.response).toBeNull();
  });
});
