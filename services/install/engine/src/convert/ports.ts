import type { AgentView } from '../agent-api/ports.js';
import type { AddressPolicy } from '@casement/common/core/net/address-policy.js';
import type { ChunkStore } from '@casement/windows-image/store/chunk-store.js';
import type { ChunkOrigins } from '@casement/windows-image/origins/chunk-origins.js';
import type { VersionRequirements } from '../preflight/requirements.js';
import type { VpsCredentials } from '../ssh/credentials.js';
import type { Toolkit } from '../stage/toolkit.js';
import type { ConvertSettings } from './settings.js';

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
