import type { FailureCode } from '@casement/proto/texts/failures.js';
import { PREFLIGHT_SETTINGS, type PreflightSettings } from '../preflight/requirements.js';
import type { ProbeLimits } from '../rdp/probe.js';
import { PROBE_LIMITS } from '../rdp/probe.js';
import { MAX_TRIES, SIGN_IN_LIMITS, type SignInLimits } from '../rdp/sign-in.js';
import { SSH_LIMITS, type SshLimits } from '../ssh/connect.js';
import type { StepName } from './state.js';

interface StepLimit {
  /** Maximum time since the step was entered. */
  ms: number;
  /** Failure code at the timeout; `null` uses the last error, or ENGINE_FAULT. */
  code: FailureCode | null;
}

/**
 * Retry policy of the password check. Windows locks an account after ten wrong passwords within five minutes,
 * including attempts by bots.
 */
interface SignInSettings {
  limits: SignInLimits;
  maxTries: number;
  /**
   * Attempts made in a row, each with a different message order. The remaining attempts are reserved for a Windows
   * that was restarting.
   */
  maxConsecutiveTries: number;
  retryMs: number;
  /** Delay after the second attempt and for a locked account. Longer than the lockout set by windows/setup.cmd. */
  lateRetryMs: number;
  /** Maximum time between Windows' first response and the report of its administrator's name. */
  accountNameWaitMs: number;
}

export interface ConvertSettings {
  preflight: PreflightSettings;
  ssh: SshLimits;
  rdp: ProbeLimits;
  signIn: SignInSettings;
  limits: Record<StepName, StepLimit>;
  /** Time within which the stage restarts into Linux without a commit. */
  stageDeadlineMs: number;
  /** After the commit: silence after which the stage counts as lost. */
  silenceMs: number;
  /** After the commit: maximum time that the stage may complain without progress. */
  stuckMs: number;
  pollMs: number;
  /** Retry interval after transient errors and while waiting for Linux. */
  retryMs: number;
  reviewPollMs: number;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

export const CONVERT_SETTINGS: ConvertSettings = {
  preflight: PREFLIGHT_SETTINGS,
  ssh: SSH_LIMITS,
  rdp: PROBE_LIMITS,
  signIn: {
    limits: SIGN_IN_LIMITS,
    maxTries: MAX_TRIES,
    maxConsecutiveTries: 2,
    retryMs: MINUTE,
    lateRetryMs: 6 * MINUTE,
    accountNameWaitMs: MINUTE,
  },
  limits: {
    connect: { ms: 3 * MINUTE, code: 'SSH_TIMEOUT' },
    inspect: { ms: 3 * MINUTE, code: null },
    probe: { ms: 8 * MINUTE, code: null },
    prepare: { ms: 8 * MINUTE, code: null },
    arm: { ms: 3 * MINUTE, code: null },
    restart: { ms: 3 * MINUTE, code: null },
    // Longer than stageDeadlineMs after the boot, so that a hanging stage has restarted into Linux by then.
    'check-in': { ms: 12 * MINUTE, code: 'STAGE_SILENT' },
    commit: { ms: 12 * MINUTE, code: 'STAGE_SILENT' },
    write: { ms: 4 * HOUR, code: 'WRITE_TOO_SLOW' },
    configure: { ms: 15 * MINUTE, code: 'AGENT_LOST' },
    start: { ms: 45 * MINUTE, code: 'WINDOWS_SILENT' },
    // Covers three attempts on a locked account.
    verify: { ms: 20 * MINUTE, code: 'WINDOWS_SILENT' },
    review: { ms: 24 * HOUR, code: null },
    restore: { ms: 15 * MINUTE, code: null },
    end: { ms: Number.MAX_SAFE_INTEGER, code: null },
  },
  stageDeadlineMs: 10 * MINUTE,
  silenceMs: 5 * MINUTE,
  stuckMs: 10 * MINUTE,
  pollMs: 2000,
  retryMs: 5000,
  reviewPollMs: MINUTE,
};
