import { isSignInFailure, reconnects, type Ending } from './ends.js';

/** Why the form is shown again. */
export type Problem = { ending: Ending } | { message: string };

/** Where a desktop in the page is. `connection` counts the connections; each is one ticket and one sign-in. */
export type Phase =
  | { name: 'form'; problem: Problem | null; connections: number }
  /** `attempt` is 0 at the user's own, then the place in RETRY_MS. */
  | { name: 'connecting'; attempt: number; connection: number }
  | { name: 'open'; attempt: number; connection: number }
  | { name: 'waiting'; attempt: number; ending: Ending; connections: number }
  | { name: 'ended'; ending: Ending; connections: number };

export type DesktopEvent =
  | { type: 'submitted' }
  | { type: 'opened' }
  /** The connection has ended; it was open for so long, 0 where it never was. */
  | { type: 'ended'; ending: Ending; openMs: number }
  /** No ticket: the server's message, and whether the same call may succeed later. */
  | { type: 'noTicket'; message: string; passing: boolean }
  /** The wait before the next attempt is over, or the user does not want to wait. */
  | { type: 'due' }
  /** The user connects again, also to change what a connection fixes. */
  | { type: 'again' };

/** Before each automatic attempt. */
export const RETRY_MS = [500, 3_000, 8_000] as const;
/** Attempts for a desktop that was open for less go on counting, so that one lost at once is not reopened endlessly. */
const STABLE_MS = 30_000;

export const FIRST: Phase = { name: 'form', problem: null, connections: 0 };

const connectionsOf = (phase: Phase): number =>
  'connection' in phase ? phase.connection : phase.connections;

/** The connection that the page holds now; 0 for none. */
export const liveConnection = (phase: Phase): number =>
  'connection' in phase ? phase.connection : 0;

/** Whether leaving the page ends something. */
export const isBusy = ({ name }: Phase): boolean => name !== 'form' && name !== 'ended';

/** Events that come too late change nothing. */
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
      if (event.passing && phase.attempt > 0) return retry(phase, 'network');
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

function retry(phase: Phase & { attempt: number }, ending: Ending): Phase {
  const connections = connectionsOf(phase);
  if (phase.attempt >= RETRY_MS.length) return { name: 'ended', ending, connections };
  return { name: 'waiting', attempt: phase.attempt + 1, ending, connections };
}

/** How long the wait before an attempt is; up to a quarter more, so that the users of a stopped relay do not come at once. */
export const retryDelay = (attempt: number, random: () => number = Math.random): number =>
  RETRY_MS[attempt - 1]! * (1 + random() / 4);
