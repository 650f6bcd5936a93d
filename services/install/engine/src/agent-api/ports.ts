import type { InstallStatus } from '@casement/proto/http/install/install.js';
import type { ImageKind } from '@casement/proto/http/install/linux.js';
import type { LinuxConfiguration } from '../linux/cloud-init.js';
import type { NetworkPlan } from '../machine/network-plan.js';
import type { WindowsSettings } from '../windows/settings.js';
import type { RecordedFailure } from '../failures/engine-error.js';
import type { AgentState } from './agent-state.js';

export interface AgentCaller {
  token: string;
  /** IPv4 or IPv6 address without a prefix. */
  address: string;
}

export interface AgentInstall {
  installId: string;
  tokenHash: string;
  status: InstallStatus | 'reserving';
  addresses: readonly string[];
  /** Whether the stage was sent to the VPS; before that no boot can exist. */
  armed: boolean;
  kind: ImageKind;
  /** SHA-256 of the manifest. */
  imageSha256: string;
  /** Whether the commit gives the stage a token for the recovery system. */
  guard: boolean;
  /** Only boot that may check in, if a recovery system runs the stage. */
  recoveryBoot?: string | undefined;
  state: AgentState;
}

export type ReportedInstall = Pick<AgentInstall, 'status' | 'state'> & {
  /** Secrets that are still stored, for redaction. */
  secrets: readonly (string | null)[];
  /** Whether the recovery system stays on the disk, see keepsRecovery of the service. */
  keepsRecovery: boolean;
};

/** Storage of installs: PostgreSQL in the service, memory in the command line and tests. */
export interface AgentRepository {
  findByToken(tokenHash: string): Promise<AgentInstall | null>;

  /** `null` if the install does not exist or its token was erased when it ended. */
  findById(installId: string): Promise<AgentInstall | null>;

  /** Like findById, also after the end of the install. */
  findReported(installId: string): Promise<ReportedInstall | null>;

  /**
   * Grants the commit in one conditional update from `preparing` to `running` that stores `state` and the hash of the
   * recovery system's token, `null` without a boot guard. Returns false if the install is no longer `preparing`, or the
   * stored bootNonce differs, commitNonce is set or commitClosed is true. Commit, cancel, timeout and admin edits are
   * decided here: exactly one wins.
   */
  grantCommit(
    installId: string,
    bootNonce: string,
    state: AgentState,
    recoveryTokenHash: string | null,
  ): Promise<boolean>;

  /**
   * Reads, changes and writes the state atomically, so that concurrent reports lose no data. `change` returns `null`
   * to leave the state unchanged. Returns the resulting state.
   */
  changeState(
    installId: string,
    change: (state: AgentState) => AgentState | null,
  ): Promise<AgentState>;

  /**
   * Adds `bytes` (negative to subtract) to the bytes sent to the install, unless the sum would exceed `limit`.
   * @returns whether it was added
   */
  addFetched(installId: string, bytes: number, limit: number): Promise<boolean>;

  /** Called only after the commit. */
  windowsSecrets(installId: string): Promise<WindowsSecrets>;
  /** Called only after the commit, for an image of Linux. */
  linuxSecrets(installId: string): Promise<Omit<LinuxConfiguration, 'installId'>>;
}

/** Tokens of preflight checks, which have no install yet. */
export interface CheckTokens {
  /** Hashes of the chunks that this token may download; `null` if no running check has the token. */
  chunksOf(tokenHash: string): Promise<readonly string[] | null>;
}

export interface WindowsSecrets {
  /** The customer's password for Administrator. */
  rdpPassword: string;
  network: NetworkPlan;
  rdpPort: number;
  settings?: WindowsSettings;
  /** See WindowsConfiguration. */
  facts?: boolean;
}

export interface AgentView {
  state(installId: string): Promise<AgentState>;
  /**
   * Resets the boots and failures of an earlier stage before a new stage is sent. Never called after a commit.
   * @throws EngineError REMOTE_SUPERSEDED as issueAgentToken
   */
  reset(installId: string, epoch: number): Promise<void>;
  /**
   * See AgentSession.closeCommit.
   * @throws EngineError REMOTE_SUPERSEDED if a newer epoch has the install
   */
  closeCommit(installId: string, epoch: number, failure: RecordedFailure): Promise<boolean>;
}
