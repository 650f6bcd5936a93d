import { Injectable } from '@nestjs/common';
import type {
  AllowedNetwork,
  AllowNetworkRequest,
} from '@casement/proto/http/security/allowlist.js';
import { Database } from '@casement/common/data/database/database.js';
import { Audit } from '@casement/common/messaging/audit.js';
import { blockErrors } from '../blocks/blocks.errors.js';
import { canonicalOrThrow, networkOrThrow } from '../blocks/network-or-throw.js';
import { Allowlist } from './allowlist.js';
import { AllowlistRepository, type AllowedRow } from './allowlist.repository.js';

/** The allowlist as administrators see and change it. */
@Injectable()
export class AllowlistService {
  constructor(
    private readonly db: Database,
    private readonly allowlist: Allowlist,
    private readonly rows: AllowlistRepository,
    private readonly audit: Audit,
  ) {}

  /** Added networks, the newest first, then those of the configuration. */
  async list(): Promise<AllowedNetwork[]> {
    const added = (await this.rows.list()).map(toAllowedNetwork);
    const configured = this.allowlist.configuredNetworks.map((network) => ({
      network,
      note: '',
      createdAt: null,
      configured: true,
    }));
    return [...added, ...configured];
  }

  /**
   * Keeps the rules off from now on; existing blocks stay.
   * @throws blockErrors.noAddress, networkTooWide
   */
  add({ network, note }: AllowNetworkRequest): Promise<AllowedNetwork> {
    const range = networkOrThrow(network);
    return this.db.transaction(async (tx) => {
      const row = await this.rows.put(tx, range, note);
      await this.audit.record(tx, {
        action: 'allowlist.added',
        target: `ip:${range}`,
        after: { note },
      });
      return toAllowedNetwork(row);
    });
  }

  /** @throws blockErrors.noAddress, notAllowlisted */
  async remove(network: string): Promise<void> {
    const range = canonicalOrThrow(network);
    await this.db.transaction(async (tx) => {
      const row = await this.rows.remove(tx, range);
      if (!row) throw blockErrors.notAllowlisted();
      await this.audit.record(tx, {
        action: 'allowlist.removed',
        target: `ip:${range}`,
        before: { note: row.note },
      });
    });
  }
}

const toAllowedNetwork = ({ network, note, createdAt }: AllowedRow): AllowedNetwork => ({
  network,
  note,
  createdAt: createdAt.toISOString(),
  configured: false,
});
