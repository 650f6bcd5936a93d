import { Screenshots } from './screenshots.js';

const NEVER = 2 ** 30;

/** Simulates a console that shows a different picture each time. */
function setup() {
  let taken = 0;
  const take = jest.fn((phase: string) =>
    Promise.resolve({ phase, at: '2026-01-01T00:00:00.000Z', png: String(++taken) }),
  );
  return {
    take,
    pictures: async (shots: Screenshots) =>
      (await shots.end()).map(({ phase, png }) => `${phase} ${png}`),
  };
}

describe(Screenshots.name, () => {
  it('keeps the last picture of each phase in order and adds a final one', async () => {
    jest.useFakeTimers();
    const { take, pictures } = setup();
    const shots = new Screenshots(take, 1000);
    for (const phase of ['connecting', 'writing', 'writing', 'starting']) {
      shots.phase = phase;
      await jest.advanceTimersByTimeAsync(1000);
    }
    shots.phase = 'verifying';
    const ended = pictures(shots);
    jest.useRealTimers();
    expect(await ended).toEqual(['writing 3', 'starting 4', 'verifying 5']);
  });

  it('skips pictures while the machine restarts', async () => {
    const { pictures } = setup();
    const shots = new Screenshots(() => Promise.resolve(null), NEVER);
    shots.phase = 'starting';
    expect(await pictures(shots)).toEqual([]);
  });
});
