import {
  FIRST,
  isBusy,
  liveConnection,
  next,
  RETRY_MS,
  retryDelay,
  type DesktopEvent,
  type Phase,
} from './phases.js';

const run = (...events: DesktopEvent[]): Phase => events.reduce(next, FIRST);
const submitted: DesktopEvent = { type: 'submitted' };
const opened: DesktopEvent = { type: 'opened' };
const due: DesktopEvent = { type: 'due' };
const lost = (openMs = 0): DesktopEvent => ({ type: 'ended', ending: 'lost', openMs });

describe('the phases of a desktop', () => {
  it('goes from the form over the sign-in to the open desktop', () => {
    expect(run().name).toBe('form');
    expect(run(submitted)).toEqual({ name: 'connecting', attempt: 0, connection: 1 });
    expect(run(submitted, opened)).toEqual({ name: 'open', attempt: 0, connection: 1 });
  });

  it('tries three times after a loss, each time with a connection of its own, then offers a button', () => {
    const first = run(submitted, opened, lost());
    expect(first).toEqual({ name: 'waiting', attempt: 1, ending: 'lost', connections: 1 });
    expect(run(submitted, opened, lost(), due)).toEqual({
      name: 'connecting',
      attempt: 1,
      connection: 2,
    });
    const last = run(submitted, opened, lost(), due, lost(), due, lost(), due, lost());
    expect(last).toEqual({ name: 'ended', ending: 'lost', connections: 4 });
    expect(next(last, { type: 'again' })).toEqual({
      name: 'connecting',
      attempt: 0,
      connection: 5,
    });
  });

  it('counts on where a desktop is lost right after it was opened again', () => {
    const flapping = run(submitted, opened, lost(), due, opened, lost(1_000));
    expect(flapping).toMatchObject({ name: 'waiting', attempt: 2 });
  });

  it('begins to count again after a desktop that was open for half a minute', () => {
    const stable = run(submitted, opened, lost(), due, opened, lost(30_000));
    expect(stable).toMatchObject({ name: 'waiting', attempt: 1 });
  });

  it.each(['wrong_password', 'sign_in_closed', 'access_denied'] as const)(
    'goes back to the form after %s',
    (ending) => {
      expect(run(submitted, { type: 'ended', ending, openMs: 0 })).toEqual({
        name: 'form',
        problem: { ending },
        connections: 1,
      });
    },
  );

  it('ends at once where a new connection is not the page’s to open', () => {
    const ended = run(submitted, opened, {
      type: 'ended',
      ending: 'ended_by_administrator',
      openMs: 5_000,
    });
    expect(ended).toMatchObject({ name: 'ended', ending: 'ended_by_administrator' });
  });

  it('shows at the form why there was no ticket', () => {
    const refused: DesktopEvent = { type: 'noTicket', message: 'Three are open.', passing: false };
    const form = { name: 'form', problem: { message: 'Three are open.' } };
    expect(run(submitted, refused)).toMatchObject(form);
    expect(run(submitted, opened, lost(), due, refused)).toMatchObject(form);
  });

  it('goes on trying where a ticket could not be asked for while the network is gone', () => {
    const unreachable: DesktopEvent = { type: 'noTicket', message: '', passing: true };
    expect(run(submitted, opened, lost(), due, unreachable)).toMatchObject({
      name: 'waiting',
      attempt: 2,
    });
    // The user has just pressed the button, and sees the answer.
    expect(run(submitted, unreachable).name).toBe('form');
  });

  it('opens another connection in the place of an open one', () => {
    expect(run(submitted, opened, { type: 'again' })).toEqual({
      name: 'connecting',
      attempt: 0,
      connection: 2,
    });
  });

  it('is not changed by events that come too late', () => {
    const ended = run(submitted, opened, { type: 'ended', ending: 'idle', openMs: 0 });
    for (const late of [opened, due, lost()]) expect(next(ended, late)).toBe(ended);
    expect(next(FIRST, lost())).toBe(FIRST);
  });

  it('asks before it is left only while there is something to lose', () => {
    const phases = [
      run(),
      run(submitted),
      run(submitted, opened),
      run(submitted, opened, lost()),
      run(submitted, opened, { type: 'ended', ending: 'idle', openMs: 0 }),
    ];
    expect(phases.map(isBusy)).toEqual([false, true, true, true, false]);
    expect(phases.map(liveConnection)).toEqual([0, 1, 1, 0, 0]);
  });

  it('waits longer each time, and up to a quarter more', () => {
    const attempts = RETRY_MS.map((_, index) => index + 1);
    expect(attempts.map((attempt) => retryDelay(attempt, () => 0))).toEqual([500, 3_000, 8_000]);
    expect(attempts.map((attempt) => retryDelay(attempt, () => 1))).toEqual([625, 3_750, 10_000]);
  });
});
