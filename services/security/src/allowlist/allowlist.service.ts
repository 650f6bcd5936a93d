import { Injectable } from '@nestjs/common';
import type {
  AllowedNetwork,
  AllowNetworkRequest,
} from '@casement/proto/http/security/allowlist.js';
import { Database } from '@casement/common/database/database.js';
import { DomainError } from '@casement/common/errors/domain-error.js';
import { Audit } from '@casement/common/messaging/audit.js';
import { canonicalOrThrow, networkOrThrow } from '../blocks/network-or-throw.js';
import { Allowlist } from './allowlist.js';
import { AllowlistRepository, type AllowedRow } from './allowlist.repository.js';

export class NotAllowlisted extends DomainError {
  constructor() {
    super('not_found', 'NOT_FOUND', 'This address is not on the allowlist.');
  }
}

/** The allowlist as administrators see and change it. */
@Injectable()
export class AllowlistService {
  constructor(
    private readonly db: Database,
    private readonly allowlist: Allowlist,
    private readonly rows: AllowlistRepository,
    private readonly audit: Audit,
  ) {}

  /** First what was added, the newest first, then what the configuration says. */
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
   * Blocks that stand already stay: it keeps the rules off from now on.
   * @throws NoAddress, NetworkTooWide
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

  /** @throws NoAddress, NotAllowlisted */
  async remove(network: string): Promise<void> {
    const range = canonicalOrThrow(network);
    await this.db.transaction(async (tx) => {
      const row = await this.rows.remove(tx, range);
      if (!row) throw new NotAllowlisted();
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
