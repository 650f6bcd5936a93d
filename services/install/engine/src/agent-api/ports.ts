import type { InstallStatus } from '@casement/proto/http/install.js';
import type { NetworkPlan } from '../machine/network-plan.js';
import type { RecordedFailure } from '../failures/engine-error.js';
import type { AgentState } from './agent-state.js';

/** Who calls as a RAM stage, as the HTTP server sees it. */
export interface AgentCaller {
  token: string;
  /** IPv4 or IPv6, without a prefix. */
  address: string;
}

/** An install as the agent's calls need it. */
export interface AgentInstall {
  installId: string;
  tokenHash: string;
  status: InstallStatus | 'reserving';
  /** What the VPS is known by before it calls: its own address, and those that the preflight found on it. */
  addresses: readonly string[];
  /** The VPS has been given the stage: before that, no boot can be one. */
  armed: boolean;
  /** The image's manifest. */
  imageSha256: string;
  state: AgentState;
}

/** Where installs are kept. Implemented on PostgreSQL by the service, in memory by the command and the tests. */
export interface AgentRepository {
  /** By the hash of the token that the RAM stage shows; null where no install has it. */
  findByToken(tokenHash: string): Promise<AgentInstall | null>;

  /** Null where there is none, or where its token is gone because it has ended. */
  findById(installId: string): Promise<AgentInstall | null>;

  /**
   * Grants the commit: one conditional change of the install from `preparing` to `running`, with `state`
   * put in place. False where, at that moment, the install is not `preparing`, or the kept state's bootNonce is
   * another, its commitNonce is set or its commitClosed is true. Commit, cancel, timeout and admin edits meet
   * here: exactly one wins.
   */
  grantCommit(installId: string, bootNonce: string, state: AgentState): Promise<boolean>;

  /**
   * Reads, changes and writes the state as one step, so that two reports at once lose nothing.
   * `change` returns null to leave everything as it is. Returns what stands afterwards.
   */
  changeState(
    installId: string,
    change: (state: AgentState) => AgentState | null,
  ): Promise<AgentState>;

  /**
   * Adds to the bytes that the install has been sent (or, below 0, takes off), unless they would be more than `limit`:
   * then nothing is changed. @returns whether it was added
   */
  addFetched(installId: string, bytes: number, limit: number): Promise<boolean>;

  /** What Windows is to be given; asked only after the commit. */
  windowsSecrets(installId: string): Promise<WindowsSecrets>;
}

/** Tokens of a preflight, which has no install yet. */
export interface CheckTokens {
  /** The chunks that the token with this hash opens, and nothing else; null where no check under way has it. */
  chunksOf(tokenHash: string): Promise<readonly string[] | null>;
}

export interface WindowsSecrets {
  /** The customer's password for Administrator. */
  rdpPassword: string;
  /** Network as found by the preflight. */
  network: NetworkPlan;
  rdpPort: number;
  /** See WindowsConfiguration. */
  facts?: boolean;
}

/** What the RAM stage reported, and the only way to the commit. */
export interface AgentView {
  state(installId: string): Promise<AgentState>;
  /**
   * Before a new stage is sent: forgets the boots and failures of an earlier one. Never after a commit.
   * @throws EngineError REMOTE_SUPERSEDED as issueAgentToken
   */
  reset(installId: string, epoch: number): Promise<void>;
  /**
   * See AgentSession.closeCommit: false where the commit was granted before.
   * @throws EngineError REMOTE_SUPERSEDED where a newer epoch has the install
   */
  closeCommit(installId: string, epoch: number, failure: RecordedFailure): Promise<boolean>;
}
