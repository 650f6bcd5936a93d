import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type {
  AllowedNetwork,
  AllowNetworkRequest,
} from '@casement/proto/http/security/allowlist.js';
import { Database } from '@casement/common/data/database/database.js';
import type { UnitOfWork } from '@casement/common/data/database/request-transaction.js';
import { Audit } from '@casement/common/messaging/audit.js';
import { covers } from '@casement/common/messaging/edge/block-range.js';
import { AddressSet } from '@casement/common/core/net/address-set.js';
import { SecurityConfig } from '../config.js';
import { AllowlistRepository, type AllowedRow } from './allowlist.repository.js';
import { blockErrors } from './blocks.errors.js';
import { canonicalOrThrow, networkOrThrow } from './network-or-throw.js';

/**
 * Addresses that no rule blocks: those of the gateway, those of the configuration and those that administrators
 * added.
 */
@Injectable()
export class AllowlistService {
  private readonly configuredNetworks: readonly string[];
  private readonly configured: AddressSet;

  constructor(
    config: SecurityConfig,
    private readonly db: Database,
    private readonly repository: AllowlistRepository,
    private readonly audit: Audit,
  ) {
    // Includes the gateway: a request without X-Real-IP has its address, so blocking it would block all callers.
    this.configuredNetworks = [
      ...new Set([...config.TRUSTED_PROXIES, ...config.SECURITY_ALLOWLIST]),
    ];
    this.configured = new AddressSet(this.configuredNetworks);
  }

  async has(ip: string, tx?: EntityManager): Promise<boolean> {
    if (this.configured.has(ip)) return true;
    const rows = await this.repository.list(tx);
    return rows.some(({ network }) => covers(network, ip));
  }

  /** Returns added networks, newest first, followed by those from the configuration. */
  async list(): Promise<AllowedNetwork[]> {
    const added = (await this.repository.list()).map(toAllowedNetwork);
    const configured = this.configuredNetworks.map((network) => ({
      network,
      note: '',
      createdAt: null,
      configured: true,
    }));
    return [...added, ...configured];
  }

  /**
   * Adds a network. Existing blocks are not lifted.
   *
   * @throws blockErrors.noAddress, blockErrors.networkTooWide
   */
  add(unit: UnitOfWork, { network, note }: AllowNetworkRequest): Promise<AllowedNetwork> {
    const range = networkOrThrow(network);
    return unit.transaction(async (tx) => {
      const row = await this.repository.upsert(tx, range, note);
      await this.audit.record(tx, {
        action: 'allowlist.added',
        target: `ip:${range}`,
        after: { note },
      });
      return toAllowedNetwork(row);
    });
  }

  /** @throws blockErrors.noAddress, blockErrors.notAllowlisted */
  async remove(network: string): Promise<void> {
    const range = canonicalOrThrow(network);
    await this.db.transaction(async (tx) => {
      const row = await this.repository.remove(tx, range);
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
