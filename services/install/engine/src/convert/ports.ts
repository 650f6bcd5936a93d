import type { AgentView } from '../agent-api/ports.js';
import type { AddressPolicy } from '@casement/common/core/net/address-policy.js';
import type { ChunkStore } from '@casement/windows-image/store/chunk-store.js';
import type { ChunkOrigins } from '@casement/windows-image/origins/chunk-origins.js';
import type { VersionRequirements } from '../preflight/requirements.js';
import type { LinuxAccess } from '../linux/linux-access.js';
import type { VpsCredentials } from '../ssh/credentials.js';
import type { Toolkit } from '../stage/toolkit.js';
import type { ConvertSettings } from './settings.js';

export interface ConvertPorts {
  settings: ConvertSettings;
  addresses: Pick<AddressPolicy, 'check'>;
  images: ChunkStore;
  origins: Pick<ChunkOrigins, 'having'>;
  versions(): Promise<VersionRequirements[]>;
  /** Called only by the steps that send the toolkit. @throws EngineError TOOLKIT_MISSING */
  toolkit(): Promise<Toolkit>;
  agent: AgentView;
  /** Decrypted for a single use. @throws if they were erased */
  vpsCredentials(installId: string): Promise<VpsCredentials>;
  /** Password for Windows, decrypted for one sign-in. @throws if it was erased */
  rdpPassword(installId: string): Promise<string>;
  /** Access to a machine that returns to Linux, decrypted for one sign-in. @throws if it was erased */
  linuxAccess(installId: string): Promise<LinuxAccess>;
  /**
   * Replaces the agent token and returns the new token; only its hash is stored. Allowed only before the commit,
   * because a writing stage keeps its token.
   * @throws EngineError REMOTE_SUPERSEDED if a newer epoch has the install, or the commit was granted
   */
  issueAgentToken(installId: string, epoch: number): Promise<string>;
  now(): Date;
}
