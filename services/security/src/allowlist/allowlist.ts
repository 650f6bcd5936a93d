import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { covers } from '@casement/common/edge/block-range.js';
import { AddressSet } from '@casement/common/net/address-set.js';
import { SecurityConfig } from '../config.js';

/** Addresses that no rule blocks: the configured ones, the gateway's own, and those in the table. */
@Injectable()
export class Allowlist {
  private readonly configured: AddressSet;

  constructor(config: SecurityConfig) {
    // Without its X-Real-IP everybody would have the gateway's address: that one must never be blocked by itself.
    this.configured = new AddressSet([...config.TRUSTED_PROXIES, ...config.SECURITY_ALLOWLIST]);
  }

  async has(tx: EntityManager, ip: string): Promise<boolean> {
    if (this.configured.has(ip)) return true;
    const rows = await tx.query<{ network: string }[]>('SELECT network FROM allowed_network');
    return rows.some(({ network }) => covers(network, ip));
  }
}
