import type { FailureCode } from '../failures/failures.js';
import { PREFLIGHT_SETTINGS, type PreflightSettings } from '../preflight/requirements.js';
import type { ProbeLimits } from '../rdp/probe.js';
import { PROBE_LIMITS } from '../rdp/probe.js';
import { SIGN_IN_LIMITS, type SignInLimits } from '../rdp/sign-in.js';
import { SSH_LIMITS, type SshLimits } from '../ssh/connect.js';
import type { StepName } from './state.js';

interface StepLimit {
  /** From entering the step, in ms. */
  ms: number;
  /** What it is called when the time is over; null: the last thing that went wrong, or ENGINE_FAULT. */
  code: FailureCode | null;
}

/** How the password is tried. Windows locks an account after ten wrong ones within five minutes, bots' included. */
interface SignInSettings {
  limits: SignInLimits;
  maxTries: number;
  /** After the first try. */
  againMs: number;
  /** After the second, and where the account is locked: longer than the lockout, which windows/setup.cmd sets. */
  lateAgainMs: number;
  /** So long Windows may take from its first answer to the report of its administrator's name. */
  nameWithinMs: number;
}

/** Every time limit of an install, as data. */
export interface ConvertSettings {
  preflight: PreflightSettings;
  ssh: SshLimits;
  rdp: ProbeLimits;
  signIn: SignInSettings;
  limits: Record<StepName, StepLimit>;
  /** The stage restarts into Linux if it has no commit within this time. */
  stageDeadlineMs: number;
  /** After the commit: no word from the stage for this long means that it is lost. */
  silenceMs: number;
  /** After the commit: the stage complains and gets no further for this long. */
  stuckMs: number;
  /** How often a waiting step looks again. */
  lookAgainMs: number;
  /** After a moment's trouble on the way, and between two looks whether Linux is back. */
  tryAgainMs: number;
  /** How often an install in review is probed. */
  reviewAgainMs: number;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

export const CONVERT_SETTINGS: ConvertSettings = {
  preflight: PREFLIGHT_SETTINGS,
  ssh: SSH_LIMITS,
  rdp: PROBE_LIMITS,
  signIn: {
    limits: SIGN_IN_LIMITS,
    maxTries: 3,
    againMs: MINUTE,
    lateAgainMs: 6 * MINUTE,
    nameWithinMs: MINUTE,
  },
  limits: {
    connect: { ms: 3 * MINUTE, code: 'SSH_TIMEOUT' },
    inspect: { ms: 3 * MINUTE, code: null },
    probe: { ms: 8 * MINUTE, code: null },
    prepare: { ms: 8 * MINUTE, code: null },
    arm: { ms: 3 * MINUTE, code: null },
    restart: { ms: 3 * MINUTE, code: null },
    // Longer than stageDeadlineMs after the boot: a stage that hangs has restarted into Linux by then.
    'check-in': { ms: 12 * MINUTE, code: 'STAGE_SILENT' },
    commit: { ms: 12 * MINUTE, code: 'STAGE_SILENT' },
    write: { ms: 4 * HOUR, code: 'WRITE_TOO_SLOW' },
    configure: { ms: 15 * MINUTE, code: 'AGENT_LOST' },
    start: { ms: 45 * MINUTE, code: 'WINDOWS_SILENT' },
    // Three tries of the password, even where each finds the account locked.
    verify: { ms: 20 * MINUTE, code: 'WINDOWS_SILENT' },
    review: { ms: 24 * HOUR, code: null },
    restore: { ms: 15 * MINUTE, code: null },
    end: { ms: Number.MAX_SAFE_INTEGER, code: null },
  },
  stageDeadlineMs: 10 * MINUTE,
  silenceMs: 5 * MINUTE,
  stuckMs: 10 * MINUTE,
  lookAgainMs: 2000,
  tryAgainMs: 5000,
  reviewAgainMs: MINUTE,
};
