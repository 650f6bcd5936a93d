import { AddressSet } from './address-set.js';

/** Networks that cannot contain a customer's VPS: private, shared, reserved, multicast. */
const REFUSED_NETWORKS = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '224.0.0.0/4',
  '240.0.0.0/4',
] as const;

export type AddressVerdict =
  { ok: true; address: string } | { ok: false; reason: 'not-an-address' | 'reserved' | 'own' };

/** Four decimal numbers without leading zeros, because some parsers read `010.0.0.1` as 8.0.0.1. */
const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;

/**
 * Decides whether we may connect to an address entered by a customer.
 *
 * @example new AddressPolicy({ allowed: ['127.0.0.10/32'], own: ['203.0.113.5'] }).check('10.0.0.1')
 */
export class AddressPolicy {
  private readonly refused = new AddressSet(REFUSED_NETWORKS);
  private readonly allowed: AddressSet;
  private readonly own: AddressSet;

  /**
   * @param settings.allowed CIDRs exempt from the policy, for a lab; empty in production
   * @param settings.own our own addresses or CIDRs; `allowed` does not override them
   */
  constructor(settings: { allowed?: readonly string[]; own?: readonly string[] } = {}) {
    this.allowed = new AddressSet(settings.allowed ?? []);
    this.own = new AddressSet(settings.own ?? []);
  }

  check(text: string): AddressVerdict {
    if (!IPV4.test(text)) return { ok: false, reason: 'not-an-address' };
    if (this.own.has(text)) return { ok: false, reason: 'own' };
    if (this.allowed.has(text)) return { ok: true, address: text };
    if (this.refused.has(text)) return { ok: false, reason: 'reserved' };
    return { ok: true, address: text };
  }
}
