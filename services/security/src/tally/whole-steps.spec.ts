import { wholeSteps } from './whole-steps.js';

const begins = (after: string) =>
  wholeSteps(new Date(after), [1_440, 60, 5]).map((at) => at.toISOString().slice(8, 16));

describe(wholeSteps, () => {
  it('goes on with coarser steps where the finer ones end', () => {
    expect(begins('2026-11-21T20:31:07.001Z')).toEqual(['21T20:35', '21T21:00', '22T00:00']);
  });

  it('has none of a finer step where a coarser one begins anyway', () => {
    expect(begins('2026-11-21T22:58:30Z')).toEqual(['21T23:00', '21T23:00', '22T00:00']);
    expect(begins('2026-11-21T23:58:30Z')).toEqual(['22T00:00', '22T00:00', '22T00:00']);
  });

  it('takes an instant on the edge for the first of its step', () => {
    expect(begins('2026-11-22T00:00:00Z')).toEqual(['22T00:00', '22T00:00', '22T00:00']);
  });
});
