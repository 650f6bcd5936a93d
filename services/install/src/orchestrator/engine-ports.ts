import { Inject, Injectable } from '@nestjs/common';
import { randomToken, sha256Hex } from '@casement/common/core/crypto/tokens.js';
import { AddressPolicy } from '@casement/common/core/net/address-policy.js';
import { InstallConfig } from '../config.js';
import { closed } from '@casement/install-engine/agent-api/agent-session.js';
import { rebuiltState } from '@casement/install-engine/agent-api/agent-state.js';
import type { ConvertPorts } from '@casement/install-engine/convert/ports.js';
import { CONVERT_SETTINGS } from '@casement/install-engine/convert/settings.js';
import { EngineError } from '@casement/install-engine/failures/engine-error.js';
import type { ChunkStore } from '@casement/windows-image/store/chunk-store.js';
import { CHUNK_STORE } from '../image-store/image-store.js';
import { ImageOrigins } from '../images/image-origins.js';
import { AgentInstallsService } from '../installs/agent-installs.service.js';
import { InstallSecrets } from '../installs/install-secrets.js';
import { InstallsService } from '../installs/installs.service.js';
import { ToolkitProvider } from '../toolkit/toolkit.provider.js';
import { CatalogueRequirements } from '../windows-versions/catalogue-requirements.js';

@Injectable()
export class EnginePorts {
  readonly ports: ConvertPorts;

  constructor(
    config: InstallConfig,
    installs: InstallsService,
    agents: AgentInstallsService,
    secrets: InstallSecrets,
    addresses: AddressPolicy,
    @Inject(CHUNK_STORE) images: ChunkStore,
    origins: ImageOrigins,
    toolkit: ToolkitProvider,
    catalogue: CatalogueRequirements,
  ) {
    const { rdp, signIn } = CONVERT_SETTINGS;
    this.ports = {
      settings: {
        ...CONVERT_SETTINGS,
        pollMs: config.INSTALL_LOOK_AGAIN_MS,
        retryMs: 2.5 * config.INSTALL_LOOK_AGAIN_MS,
        // Delays follow the poll interval.
        signIn: {
          ...signIn,
          retryMs: 30 * config.INSTALL_LOOK_AGAIN_MS,
          lateRetryMs: 180 * config.INSTALL_LOOK_AGAIN_MS,
          accountNameWaitMs: 30 * config.INSTALL_LOOK_AGAIN_MS,
        },
        // Capped because servers that speak first do so immediately.
        rdp: { ...rdp, listenMs: Math.min(rdp.listenMs, config.INSTALL_LOOK_AGAIN_MS) },
      },
      addresses,
      images,
      origins,
      versions: () => catalogue.list(),
      now: () => new Date(),
      vpsCredentials: async (id) => {
        const credentials = secrets.vpsCredentials(await installs.get(id));
        if (credentials === null) throw new Error(`the root password of ${id} was erased`);
        return credentials;
      },
      rdpPassword: async (id) => {
        const password = secrets.rdpPassword(await installs.get(id));
        if (password === null) throw new Error(`the RDP password of ${id} was erased`);
        return password;
      },
      linuxAccess: async (id) => {
        const access = secrets.linuxAccess(await installs.get(id));
        if (access === null) throw new Error(`the access to Linux of ${id} was erased`);
        return access;
      },
      toolkit: () => toolkit.load(),
      issueAgentToken: async (installId, epoch) => {
        const token = randomToken();
        await agents.replaceToken({ installId, epoch }, sha256Hex(token));
        return token;
      },
      agent: {
        state: (id) => agents.state(id),
        reset: async (installId, epoch) => {
          const { commitNonce } = await agents.changeStateAs({ installId, epoch }, (seen) =>
            seen.commitNonce === null && !seen.commitClosed ? rebuiltState(seen) : null,
          );
          if (commitNonce !== null) throw new EngineError('REMOTE_SUPERSEDED');
        },
        closeCommit: async (installId, epoch, failure) => {
          const { commitNonce } = await agents.changeStateAs({ installId, epoch }, (seen) =>
            closed(seen, failure),
          );
          return commitNonce === null;
        },
      },
    };
  }
}
