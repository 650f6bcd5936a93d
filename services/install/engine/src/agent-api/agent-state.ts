import type { RecordedFailure } from '../failures/engine-error.js';
import type { InstallPhase } from '@casement/proto/http/install/install.js';
import type { FailureCode } from '../failures/failures.js';

/** State reported by the RAM stage, stored with the install as one JSON value. Times are UTC ISO strings. */
export interface AgentState {
  /** Boot that checked in last. Fixed once its commit is granted. */
  bootNonce: string | null;
  checkedInAt: string | null;
  /** Boot that may replace the disk. */
  commitNonce: string | null;
  committedAt: string | null;
  /** The install is failing: no boot gets the commit any more. */
  commitClosed: boolean;
  /** Reason, stored in the same write for the next worker. */
  closedWith: RecordedFailure | null;
  /** Sequence of the newest accepted report; older and repeated ones are ignored. */
  lastSequence: number;
  /**
   * Addresses from which the token was used before the first check-in; no other address may use it afterwards.
   * Missing in installs of an older version, which are not bound.
   */
  addresses?: string[];
  /** Hash of the token with which Windows reports; the token itself is not stored. */
  upTokenHash?: string | null;
  reportedAt: string | null;
  phase: InstallPhase | null;
  bytesDone: number;
  bytesTotal: number;
  /** Bytes per second. */
  rate: number;
  etaSeconds: number | null;
  /** The stage's last lines, oldest first. */
  log: string[];
  /** First report of each event. */
  writtenAt: string | null;
  verifiedAt: string | null;
  configuredAt: string | null;
  restartingAt: string | null;
  windowsUpAt: string | null;
  /** Name of Windows' built-in administrator, if reported. */
  account?: string | null;
  failed: AgentFailure | null;
}

export interface AgentFailure {
  code: FailureCode;
  /** Output of the stage for logs; contains no secret. */
  detail: string;
  /** False while the stage keeps retrying. */
  final: boolean;
  /** Start of the complaint; consecutive complaints without progress count as one. */
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

/** State for a rebuilt stage on the same VPS. */
export const rebuiltState = ({ addresses }: AgentState): AgentState => ({
  ...NEW_AGENT_STATE,
  ...(addresses && { addresses }),
});
