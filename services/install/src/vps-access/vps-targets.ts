import { Injectable } from '@nestjs/common';
import { AddressPolicy } from '@casement/common/core/net/address-policy.js';
import { Signals } from '@casement/common/messaging/signals.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import type { VpsCheckRequest } from '@casement/proto/http/install/vps-checks.js';
import type { NetworkOptions } from '@casement/proto/http/install/network-options.js';
import { RULES, type RuleCode } from '@casement/proto/http/rules.js';
import { InstallConfig } from '../config.js';
import { fieldError } from '../errors.js';
import { vpsAccessErrors } from './vps-access.errors.js';

/** Identifies a VPS. Several may share an address behind a provider's NAT. */
export interface VpsTarget {
  ip: string;
  /** `null` for the configured port. */
  sshPort: number | null;
}

/** Addresses to which this service connects on behalf of a user. */
@Injectable()
export class VpsTargets {
  constructor(
    private readonly addresses: AddressPolicy,
    private readonly signals: Signals,
    private readonly config: InstallConfig,
  ) {}

  /** @throws ADDRESS_REFUSED */
  accept(actor: Actor, { ip, ssh_port }: Pick<VpsCheckRequest, 'ip' | 'ssh_port'>): VpsTarget {
    this.acceptAddress(actor, ip);
    const isDefault = ssh_port === undefined || ssh_port === this.config.INSTALL_TARGET_PORT;
    return { ip, sshPort: isDefault ? null : ssh_port };
  }

  /** @throws ADDRESS_REFUSED */
  acceptAddress({ userId }: Actor, ip: string): void {
    const verdict = this.addresses.check(ip);
    if (verdict.ok) return;
    this.signals.raise({ kind: 'address_refused', userId, detail: ip });
    throw verdict.reason === 'own'
      ? vpsAccessErrors.ownAddress(ip)
      : vpsAccessErrors.privateAddress(ip);
  }

  /**
   * Accepts the network settings for Windows, whose address may be private behind a provider's NAT.
   * @param path path of the settings in the request
   * @throws VALIDATION_FAILED if the address is our own
   */
  acceptNetwork(path: string, { address = '' }: Partial<NetworkOptions> = {}): void {
    const verdict = this.addresses.check(address.split('/')[0]!);
    if (verdict.ok || verdict.reason !== 'own') return;
    throw fieldError({
      path: `${path}.address`,
      message: RULES.WINDOWS_OWN_ADDRESS,
      code: 'WINDOWS_OWN_ADDRESS' satisfies RuleCode,
    });
  }
}
