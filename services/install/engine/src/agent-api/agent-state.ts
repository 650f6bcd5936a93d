import type { RecordedFailure } from '../failures/engine-error.js';
import type { InstallPhase } from '@casement/proto/http/install.js';
import type { FailureCode } from '../failures/failures.js';

/** What the RAM stage has reported, stored with the install as one JSON value. Times are UTC ISO strings. */
export interface AgentState {
  /** The boot that checked in last. Once a commit is granted, it is that boot's and stays. */
  bootNonce: string | null;
  checkedInAt: string | null;
  /** The boot that may replace the disk. */
  commitNonce: string | null;
  committedAt: string | null;
  /** The install is on its way to failed: no boot gets the commit any more. */
  commitClosed: boolean;
  /** Why: stored in the same write, so that the next worker knows it. */
  closedWith: RecordedFailure | null;
  /** Of the last report taken in; older and repeated ones are ignored. */
  lastSequence: number;
  /**
   * From where the token was shown until the first check-in: no other address may show it after that. Missing in what an older
   * version began, which is not bound.
   */
  addresses?: string[];
  /** Of the token with which Windows reports that it is up; the token itself is kept nowhere. */
  upTokenHash?: string | null;
  /** When the VPS reported last. */
  reportedAt: string | null;
  phase: InstallPhase | null;
  bytesDone: number;
  bytesTotal: number;
  /** Bytes per second. */
  rate: number;
  etaSeconds: number | null;
  /** The stage's last lines, oldest first. */
  log: string[];
  /** When each of these was first reported. */
  writtenAt: string | null;
  verifiedAt: string | null;
  configuredAt: string | null;
  restartingAt: string | null;
  windowsUpAt: string | null;
  /** How Windows names its built-in administrator; missing where it has not said so. */
  account?: string | null;
  failed: AgentFailure | null;
}

export interface AgentFailure {
  code: FailureCode;
  /** What the stage printed, for logs; no secret. */
  detail: string;
  /** False while the stage keeps trying. */
  final: boolean;
  /** When this began: complaints one after the other, with no progress between them, are one. */
  at: string;
  /** How many bytes were done then. */
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

/** For a stage that is put together anew: the VPS is the same. */
export const again = ({ addresses }: AgentState): AgentState => ({
  ...NEW_AGENT_STATE,
  ...(addresses && { addresses }),
});
