import type { AgentState } from '../agent-api/agent-state.js';
import type { AddressPolicy } from '@casement/common/core/net/address-policy.js';
import type { ChunkStore } from '@casement/windows-image/chunk-store.js';
import type { ChunkOrigins } from '@casement/windows-image/origins/chunk-origins.js';
import type { VersionRequirements } from '../preflight/requirements.js';
import type { VpsCredentials } from '../ssh/credentials.js';
import type { KeptConnection } from '../ssh/with-linux.js';
import type { Toolkit } from '../stage/toolkit.js';
import type { ConvertSettings } from './settings.js';
import type { RecordedFailure } from './state.js';

/** What the flow needs from its driver. */
export interface ConvertPorts {
  settings: ConvertSettings;
  addresses: Pick<AddressPolicy, 'check'>;
  images: ChunkStore;
  origins: Pick<ChunkOrigins, 'having'>;
  /** Those that could be chosen instead, to be named where this image lacks a driver. */
  versions(): Promise<VersionRequirements[]>;
  /** Asked for only by the steps that send it. @throws EngineError TOOLKIT_MISSING */
  toolkit(): Promise<Toolkit>;
  agent: AgentView;
  /** Decrypted for this one use. @throws where it was erased */
  vpsCredentials(installId: string): Promise<VpsCredentials>;
  /** The password that Windows was given, decrypted for one try of it. @throws where it was erased */
  rdpPassword(installId: string): Promise<string>;
  /**
   * Makes a new agent token, keeps its hash in place of any before, and returns it: it is returned only once. Only
   * before the commit: a stage that writes keeps its token.
   * @throws EngineError REMOTE_SUPERSEDED where a newer epoch has the install, or the commit was granted
   */
  issueAgentToken(installId: string, epoch: number): Promise<string>;
  now(): Date;
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

/** The worker that runs a step. */
export interface Worker {
  /** Grows with every new holder of the install's lease; the VPS refuses an older one. */
  epoch: number;
  /** The lease is lost or the process ends: stop as soon as possible. */
  signal: AbortSignal;
  /** For all steps that this worker runs in a row; without it each step opens its own. */
  connection?: KeptConnection;
}
