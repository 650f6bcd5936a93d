import { Inject, Injectable } from '@nestjs/common';
import { randomToken, sha256Hex } from '@casement/common/core/crypto/tokens.js';
import { SecretBox } from '@casement/common/core/crypto/secret-box.js';
import { Database } from '@casement/common/data/database/database.js';
import { LeaseLost } from '@casement/common/data/jobs/lease.js';
import { AddressPolicy } from '@casement/common/core/net/address-policy.js';
import { InstallConfig } from '../config.js';
import { CHUNK_STORE } from '../image-store/image-store.js';
import { CONVERT_SETTINGS } from '@casement/install-engine/convert/settings.js';
import type { ChunkStore } from '@casement/windows-image/store/chunk-store.js';
import type { ExaminePorts } from '@casement/install-engine/preflight/examine.js';
import { unpackCredentials } from '@casement/install-engine/ssh/credentials.js';
import { InstallStepsService } from '../install-steps/install-steps.service.js';
import { ToolkitProvider } from '../toolkit/toolkit.provider.js';
import { CatalogueRequirements } from '../windows-versions/catalogue-requirements.js';
import { VpsCheckEntity } from './vps-check.entity.js';
import { VpsChecksRepository } from './vps-checks.repository.js';
import { checkSecret } from './vps-checks.service.js';

/**
 * Two restarts, reading back the disk and the first start of Windows. Used until enough installs have provided a
 * median.
 */
const ASSUMED_OVERHEAD_S = 8 * 60;

@Injectable()
export class CheckPorts {
  readonly ports: ExaminePorts;

  constructor(
    config: InstallConfig,
    db: Database,
    checks: VpsChecksRepository,
    secrets: SecretBox,
    addresses: AddressPolicy,
    @Inject(CHUNK_STORE) images: ChunkStore,
    toolkit: ToolkitProvider,
    steps: InstallStepsService,
    catalogue: CatalogueRequirements,
  ) {
    const { ssh, preflight } = CONVERT_SETTINGS;
    this.ports = {
      ssh,
      preflight: { ...preflight, guard: config.BOOT_GUARD },
      addresses,
      images,
      versions: () => catalogue.list(),
      toolkit: () => toolkit.load(),
      vpsCredentials: async (id) => {
        const { vpsCredentials } = await checks.get(id);
        if (vpsCredentials === null) throw new Error(`the root password of ${id} was erased`);
        return unpackCredentials(secrets.open(vpsCredentials, checkSecret(id)));
      },
      issueToken: async (id, epoch, chunks) => {
        const token = randomToken();
        const { affected } = await db.manager.update(
          VpsCheckEntity,
          { id, leaseEpoch: epoch, status: 'running' },
          { tokenHash: sha256Hex(token), tokenChunks: chunks },
        );
        if (affected !== 1) throw new LeaseLost(id);
        return token;
      },
      overheadSeconds: async () => Math.round((await steps.medianOverhead()) ?? ASSUMED_OVERHEAD_S),
      now: () => new Date(),
    };
  }
}
