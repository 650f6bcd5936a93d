import { time } from './table.js';

describe(time.name, () => {
  it.each([
    ['Asia/Jakarta', '2026-11-25 15:00 +07:00'],
    ['America/St_Johns', '2026-11-25 04:30 -03:30'],
    ['UTC', '2026-11-25 08:00 +00:00'],
  ])('shows the offset of the zone %s', (zone, text) => {
    const before = process.env.TZ;
    process.env.TZ = zone;
    try {
      expect(time('2026-11-25T08:00:00.000Z')).toBe(text);
    } finally {
      if (before === undefined) delete process.env.TZ;
      else process.env.TZ = before;
    }
  });
});
