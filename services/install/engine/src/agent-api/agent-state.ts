import type { RecordedFailure } from '../failures/engine-error.js';
import type { InstallPhase } from '@casement/proto/http/install/install.js';
import type { FailureCode } from '@casement/proto/texts/failures.js';

/** State reported by the RAM stage, stored with the install as one JSON value. Times are UTC ISO strings. */
export interface AgentState {
  /** Boot that checked in last. Fixed once its commit is granted. */
  bootNonce: string | null;
  checkedInAt: string | null;
  /** Boot that may replace the disk; `null` before the commit. */
  commitNonce: string | null;
  committedAt: string | null;
  /** Set when the install is failing; the commit is then granted to no boot. */
  commitClosed: boolean;
  /** Reason for closing, stored in the same write for the next worker. */
  closedWith: RecordedFailure | null;
  /** Sequence of the newest accepted report. Older and repeated reports are ignored. */
  lastSequence: number;
  /**
   * Addresses that used the token before the first check-in; other addresses are rejected afterwards. Missing in
   * installs of an older version, which are not bound.
   */
  addresses?: string[];
  /** Hash of the token with which Windows reports. The token itself is not stored. */
  upTokenHash?: string | null;
  reportedAt: string | null;
  phase: InstallPhase | null;
  bytesDone: number;
  bytesTotal: number;
  /** Bytes per second. */
  rate: number;
  etaSeconds: number | null;
  /** Last log lines of the stage, oldest first. */
  log: string[];
  /** Time of the first report of each event. */
  writtenAt: string | null;
  verifiedAt: string | null;
  configuredAt: string | null;
  restartingAt: string | null;
  windowsUpAt: string | null;
  /** Time of the report about the licence key. Missing without one. */
  licenceAt?: string;
  /** Time of the report about the first-start script. Missing without one. */
  scriptAt?: string;
  /** Name of Windows' built-in administrator, if reported. */
  account?: string | null;
  failed: AgentFailure | null;
  /** Whether the disk has the boot guard. Missing in installs without one. */
  guarded?: boolean;
  /** Recovery system of a completed install. Missing until Windows has kept it, or is to remove it. */
  kept?: KeptRecovery;
  /** Last report of the recovery system. */
  recovery?: RecoveryFindings | null;
  /** The owner's request to install Windows again from the recovery system. Missing without one. */
  again?: AgainRequest;
}

/** Times at which Windows kept the recovery system, its removal was requested, and Windows removed it. */
export interface KeptRecovery {
  since?: string;
  removalRequestedAt?: string;
  removedAt?: string;
}

export interface AgainRequest {
  /** Boot for which a code was last entered, or that was ordered to start Windows. */
  bootId: string;
  /** Wrong codes for this boot. */
  wrongCodes: number;
  /** Newest install for a confirmed boot, its `recoveryBoot`; `null` if no right code was entered. */
  installId: string | null;
  /** Whether this boot restarts the machine into Windows. An install that it may run comes first. */
  startsWindows?: boolean;
}

/** Findings of the recovery system, without logs. */
export interface RecoveryFindings {
  bootId: string;
  /** Time of the first report of any boot. */
  since: string;
  reportedAt: string;
  starts: number | null;
  guard: 'counting' | 'passed' | 'kept' | 'unknown';
  writtenSince: boolean | null;
  diskBus: string | null;
  cpuMissing: string[];
  stopCode: string | null;
  setupState: string | null;
  ioErrors: number;
  bitlocker: boolean;
  /** Missing in reports to an older version. */
  abilities?: string[];
  /** Repairs before the last starts of Windows. Missing in reports to an older version. */
  secondChance?: string[];
}

export interface AgentFailure {
  code: FailureCode;
  /** Output of the stage for logs. Contains no secrets. */
  detail: string;
  /** False while the stage keeps retrying. */
  final: boolean;
  /** Start of the complaint. Consecutive complaints without progress count as one. */
  at: string;
  bytesDone: number;
}

export const NEW_AGENT_STATE: AgentState = {
  bootNonce: null,
  checkedInAt: null,
  commitNonce: null,
  committedAt: null,
  commitClosed: false,
  closedWith: null,
  lastSequence: 0,
  addresses: [],
  upTokenHash: null,
  reportedAt: null,
  phase: null,
  bytesDone: 0,
  bytesTotal: 0,
  rate: 0,
  etaSeconds: null,
  log: [],
  writtenAt: null,
  verifiedAt: null,
  configuredAt: null,
  restartingAt: null,
  windowsUpAt: null,
  failed: null,
};

/** Returns the state for a rebuilt stage on the same VPS. Only the known addresses are kept. */
export const rebuiltState = ({ addresses }: AgentState): AgentState => ({
  ...NEW_AGENT_STATE,
  ...(addresses && { addresses }),
});
