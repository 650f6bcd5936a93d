import fc from 'fast-check';
import { splitWindow } from './transfer-history.service.js';

describe(splitWindow, () => {
  it('returns two halves without a gap or an overlap', () => {
    const moment = fc.integer({ min: 0, max: 4_000_000_000_000 });
    fc.assert(
      fc.property(moment, fc.integer({ min: 1, max: 10_000_000 }), (start, length) => {
        const [first, second] = splitWindow({ start, end: start + length })!;
        expect(first.start).toBe(start);
        expect(second.start).toBe(first.end + 1);
        expect(second.end).toBe(start + length);
        expect(first.end).toBeGreaterThanOrEqual(first.start);
        expect(second.end).toBeGreaterThanOrEqual(second.start);
      }),
    );
  });

  it('does not split a window of one millisecond', () => {
    expect(splitWindow({ start: 5, end: 6 })).toEqual([
      { start: 5, end: 5 },
      { start: 6, end: 6 },
    ]);
    expect(splitWindow({ start: 5, end: 5 })).toBeNull();
  });
});
