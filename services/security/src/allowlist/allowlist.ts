import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { covers } from '@casement/common/messaging/edge/block-range.js';
import { AddressSet } from '@casement/common/core/net/address-set.js';
import { SecurityConfig } from '../config.js';
import { AllowlistRepository } from './allowlist.repository.js';

/** Addresses that no rule blocks: the configured ones, the gateway's own, and those in the table. */
@Injectable()
export class Allowlist {
  readonly configuredNetworks: readonly string[];
  private readonly configured: AddressSet;

  constructor(
    config: SecurityConfig,
    private readonly rows: AllowlistRepository,
  ) {
    // Without its X-Real-IP every caller would have the gateway's address: no rule may ever block that one.
    this.configuredNetworks = [
      ...new Set([...config.TRUSTED_PROXIES, ...config.SECURITY_ALLOWLIST]),
    ];
    this.configured = new AddressSet(this.configuredNetworks);
  }

  async has(tx: EntityManager, ip: string): Promise<boolean> {
    if (this.configured.has(ip)) return true;
    const rows = await this.rows.list(tx);
    return rows.some(({ network }) => covers(network, ip));
  }
}
