import { isSignInFailure, reconnects, type EndReason } from './end-reasons.js';

/** Reason why the form is shown after an attempt. */
export type Problem = { ending: EndReason } | { message: string };

/** State of a desktop in the page. `connection` numbers the connections; each uses one ticket and one sign-in. */
export type Phase =
  | { name: 'form'; problem: Problem | null; connections: number }
  /** `attempt` is 0 for the user's own attempt, otherwise the position in RETRY_MS. */
  | { name: 'connecting'; attempt: number; connection: number }
  | { name: 'open'; attempt: number; connection: number }
  | { name: 'waiting'; attempt: number; ending: EndReason; connections: number }
  | { name: 'ended'; ending: EndReason; connections: number };

export type DesktopEvent =
  | { type: 'submitted' }
  | { type: 'opened' }
  /** The connection has ended after being open for `openMs`, 0 if it never opened. */
  | { type: 'ended'; ending: EndReason; openMs: number }
  /** No ticket: the server's message, and whether a retry may succeed. */
  | { type: 'noTicket'; message: string; transient: boolean }
  /** The wait before the next attempt is over, or the user skipped it. */
  | { type: 'due' }
  /** The user reconnects, also to change an option that is fixed per connection. */
  | { type: 'again' };

/** Delay before each automatic attempt. */
export const RETRY_MS = [500, 3_000, 8_000] as const;
/**
 * A desktop that was open for less keeps its attempt count, so that one lost immediately is not reopened endlessly.
 */
const STABLE_MS = 30_000;

export const INITIAL_PHASE: Phase = { name: 'form', problem: null, connections: 0 };

const connectionsOf = (phase: Phase): number =>
  'connection' in phase ? phase.connection : phase.connections;

/** Number of the current connection; 0 if there is none. */
export const liveConnection = (phase: Phase): number =>
  'connection' in phase ? phase.connection : 0;

/** Whether leaving the page would end a session. */
export const isBusy = ({ name }: Phase): boolean => name !== 'form' && name !== 'ended';

/** Returns the next phase. Ignores late events. */
export function next(phase: Phase, event: DesktopEvent): Phase {
  const connections = connectionsOf(phase);
  switch (event.type) {
    case 'submitted':
    case 'again':
      return { name: 'connecting', attempt: 0, connection: connections + 1 };
    case 'due':
      if (phase.name !== 'waiting') return phase;
      return { name: 'connecting', attempt: phase.attempt, connection: connections + 1 };
    case 'opened':
      if (phase.name !== 'connecting') return phase;
      return { ...phase, name: 'open' };
    case 'noTicket': {
      if (phase.name !== 'connecting') return phase;
      if (event.transient && phase.attempt > 0) return retry(phase, 'network');
      return { name: 'form', problem: { message: event.message }, connections };
    }
    case 'ended': {
      if (phase.name !== 'connecting' && phase.name !== 'open') return phase;
      const { ending } = event;
      if (reconnects(ending)) {
        const attempt = event.openMs >= STABLE_MS ? 0 : phase.attempt;
        return retry({ ...phase, attempt }, ending);
      }
      if (isSignInFailure(ending)) return { name: 'form', problem: { ending }, connections };
      return { name: 'ended', ending, connections };
    }
  }
}

function retry(phase: Phase & { attempt: number }, ending: EndReason): Phase {
  const connections = connectionsOf(phase);
  if (phase.attempt >= RETRY_MS.length) return { name: 'ended', ending, connections };
  return { name: 'waiting', attempt: phase.attempt + 1, ending, connections };
}

/**
 * Delay before an attempt, with up to a quarter of jitter so that the users of a stopped relay do not reconnect
 * simultaneously.
 */
export const retryDelay = (attempt: number, random: () => number = Math.random): number =>
  RETRY_MS[attempt - 1]! * (1 + random() / 4);
