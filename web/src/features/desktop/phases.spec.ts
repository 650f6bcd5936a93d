import {
  INITIAL_PHASE,
  isBusy,
  liveConnection,
  next,
  RETRY_MS,
  retryDelay,
  type DesktopEvent,
  type Phase,
} from './phases.js';

const run = (...events: DesktopEvent[]): Phase => events.reduce(next, INITIAL_PHASE);
const submitted: DesktopEvent = { type: 'submitted' };
const opened: DesktopEvent = { type: 'opened' };
const due: DesktopEvent = { type: 'due' };
const lost = (openMs = 0): DesktopEvent => ({ type: 'ended', ending: 'lost', openMs });

describe('desktop phases', () => {
  it('go from the form through the sign-in to the open desktop', () => {
    expect(run().name).toBe('form');
    expect(run(submitted)).toEqual({ name: 'connecting', attempt: 0, connection: 1 });
    expect(run(submitted, opened)).toEqual({ name: 'open', attempt: 0, connection: 1 });
  });

  it('reconnect three times after a loss, each with a new connection, then offer a button', () => {
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

  it('keep counting attempts if a desktop is lost right after reopening', () => {
    const flapping = run(submitted, opened, lost(), due, opened, lost(1_000));
    expect(flapping).toMatchObject({ name: 'waiting', attempt: 2 });
  });

  it('reset the attempts after a desktop was open for half a minute', () => {
    const stable = run(submitted, opened, lost(), due, opened, lost(30_000));
    expect(stable).toMatchObject({ name: 'waiting', attempt: 1 });
  });

  it.each(['wrong_password', 'sign_in_closed', 'access_denied'] as const)(
    'return to the form after %s',
    (ending) => {
      expect(run(submitted, { type: 'ended', ending, openMs: 0 })).toEqual({
        name: 'form',
        problem: { ending },
        connections: 1,
      });
    },
  );

  it('end immediately if the page may not reconnect', () => {
    const ended = run(submitted, opened, {
      type: 'ended',
      ending: 'ended_by_administrator',
      openMs: 5_000,
    });
    expect(ended).toMatchObject({ name: 'ended', ending: 'ended_by_administrator' });
  });

  it('show in the form why no ticket was issued', () => {
    const refused: DesktopEvent = {
      type: 'noTicket',
      message: 'Three are open.',
      transient: false,
    };
    const form = { name: 'form', problem: { message: 'Three are open.' } };
    expect(run(submitted, refused)).toMatchObject(form);
    expect(run(submitted, opened, lost(), due, refused)).toMatchObject(form);
  });

  it('keep retrying while the ticket request fails for lack of network', () => {
    const unreachable: DesktopEvent = { type: 'noTicket', message: '', transient: true };
    expect(run(submitted, opened, lost(), due, unreachable)).toMatchObject({
      name: 'waiting',
      attempt: 2,
    });
    // A user who has just clicked the button sees the error instead of automatic retries.
    expect(run(submitted, unreachable).name).toBe('form');
  });

  it('replace an open connection', () => {
    expect(run(submitted, opened, { type: 'again' })).toEqual({
      name: 'connecting',
      attempt: 0,
      connection: 2,
    });
  });

  it('ignore late events', () => {
    const ended = run(submitted, opened, { type: 'ended', ending: 'idle', openMs: 0 });
    for (const late of [opened, due, lost()]) expect(next(ended, late)).toBe(ended);
    expect(next(INITIAL_PHASE, lost())).toBe(INITIAL_PHASE);
  });

  it('require a leave confirmation only while a session would be lost', () => {
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

  it('back off with up to a quarter of jitter', () => {
    const attempts = RETRY_MS.map((_, index) => index + 1);
    expect(attempts.map((attempt) => retryDelay(attempt, () => 0))).toEqual([500, 3_000, 8_000]);
    expect(attempts.map((attempt) => retryDelay(attempt, () => 1))).toEqual([625, 3_750, 10_000]);
  });
});
