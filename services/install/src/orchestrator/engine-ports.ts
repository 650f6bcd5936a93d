import { Inject, Injectable } from '@nestjs/common';
import { randomToken, sha256Hex } from '@casement/common/core/crypto/tokens.js';
import { AddressPolicy } from '@casement/common/core/net/address-policy.js';
import { SecretBox } from '@casement/common/core/crypto/secret-box.js';
import { Database } from '@casement/common/data/database/database.js';
import { CHUNK_ORIGINS, CHUNK_STORE } from '../agent/agent.tokens.js';
import { InstallConfig } from '../config.js';
import { closed } from '@casement/install-engine/agent-api/agent-session.js';
import { rebuiltState } from '@casement/install-engine/agent-api/agent-state.js';
import type { ConvertPorts } from '@casement/install-engine/convert/ports.js';
import { CONVERT_SETTINGS } from '@casement/install-engine/convert/settings.js';
import { EngineError } from '@casement/install-engine/failures/engine-error.js';
import type { ChunkStore } from '@casement/windows-image/store/chunk-store.js';
import type { ChunkOrigins } from '@casement/windows-image/origins/chunk-origins.js';
import { unpackCredentials } from '@casement/install-engine/ssh/credentials.js';
import { AgentInstallsRepository } from '../installs/agent-installs.repository.js';
import { InstallEntity } from '../installs/install.entity.js';
import { secretContext } from '../installs/secret-context.js';
import { CatalogueRequirements } from '../windows-versions/catalogue-requirements.js';
import { ToolkitProvider } from './toolkit.provider.js';

/** What the engine needs of this service. */
@Injectable()
export class EnginePorts {
  readonly ports: ConvertPorts;

  constructor(
    config: InstallConfig,
    db: Database,
    agents: AgentInstallsRepository,
    secrets: SecretBox,
    addresses: AddressPolicy,
    @Inject(CHUNK_STORE) images: ChunkStore,
    @Inject(CHUNK_ORIGINS) origins: ChunkOrigins,
    toolkit: ToolkitProvider,
    catalogue: CatalogueRequirements,
  ) {
    const { rdp, signIn } = CONVERT_SETTINGS;
    this.ports = {
      settings: {
        ...CONVERT_SETTINGS,
        lookAgainMs: config.INSTALL_LOOK_AGAIN_MS,
        tryAgainMs: 2.5 * config.INSTALL_LOOK_AGAIN_MS,
        // A server that speaks first does so at once; frequent probes must not be held up by listening.
        signIn: {
          ...signIn,
          againMs: 30 * config.INSTALL_LOOK_AGAIN_MS,
          lateAgainMs: 180 * config.INSTALL_LOOK_AGAIN_MS,
          nameWithinMs: 30 * config.INSTALL_LOOK_AGAIN_MS,
        },
        rdp: { ...rdp, listenMs: Math.min(rdp.listenMs, config.INSTALL_LOOK_AGAIN_MS) },
      },
      addresses,
      images,
      origins,
      versions: () => catalogue.list(),
      now: () => new Date(),
      vpsCredentials: async (id) => {
        const { vpsPassword } = await db.manager.findOneByOrFail(InstallEntity, { id });
        if (vpsPassword === null) throw new Error(`the root password of ${id} was erased`);
        return unpackCredentials(secrets.open(vpsPassword, secretContext.vps(id)));
      },
      rdpPassword: async (id) => {
        const { rdpPassword } = await db.manager.findOneByOrFail(InstallEntity, { id });
        if (rdpPassword === null) throw new Error(`the RDP password of ${id} was erased`);
        return secrets.open(rdpPassword, secretContext.rdp(id));
      },
      toolkit: () => toolkit.load(),
      issueAgentToken: async (installId, epoch) => {
        const token = randomToken();
        await agents.replaceToken({ installId, epoch }, sha256Hex(token));
        return token;
      },
      agent: {
        state: async (id) => (await db.manager.findOneByOrFail(InstallEntity, { id })).agentState,
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
