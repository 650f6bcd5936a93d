import { Injectable } from '@nestjs/common';
import { AddressPolicy } from '@casement/common/core/net/address-policy.js';
import { Signals } from '@casement/common/messaging/signals.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { vpsAccessErrors } from './vps-access.errors.js';

/** Addresses to which this service connects on behalf of a user. */
@Injectable()
export class VpsTargets {
  constructor(
    private readonly addresses: AddressPolicy,
    private readonly signals: Signals,
  ) {}

  /** @throws ADDRESS_REFUSED */
  acceptAddress({ userId }: Actor, ip: string): void {
    const verdict = this.addresses.check(ip);
    if (verdict.ok) return;
    this.signals.raise({ kind: 'address_refused', userId, detail: ip });
    throw verdict.reason === 'own'
      ? vpsAccessErrors.ownAddress(ip)
      : vpsAccessErrors.privateAddress(ip);
  }
}
