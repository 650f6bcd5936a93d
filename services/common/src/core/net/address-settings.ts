import { z } from 'zod';
import { inDevelopment } from '../config/base-config.js';
import { listOf } from '../config/list-of.js';

/** Schema of a setting with comma-separated addresses and CIDRs. */
export const networks = () => listOf(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]));

/** Settings of the address policy, for every process that connects to a customer's machine. */
export const addressSettings = {
  /** CIDRs exempt from the address policy, for a lab. Empty in production. */
  INSTALL_ALLOWED_NETWORKS: networks().default([]),
  /** Our own public addresses, on which no install is allowed. Required in production. */
  INSTALL_OWN_ADDRESSES: inDevelopment(networks(), '127.0.0.1/32'),
};

interface AddressSettings {
  INSTALL_ALLOWED_NETWORKS: string[];
  INSTALL_OWN_ADDRESSES: string[];
}

/** Refinement for `superRefine`: production must set its own addresses and exempt no networks. */
export function checkAddressSettings(values: AddressSettings, context: z.RefinementCtx): void {
  const refuse = (name: keyof AddressSettings, message: string) =>
    context.addIssue({ code: 'custom', path: [name], message });
  if (values.INSTALL_OWN_ADDRESSES.length === 0) {
    refuse('INSTALL_OWN_ADDRESSES', 'must name our own public addresses');
  }
  if (values.INSTALL_ALLOWED_NETWORKS.length > 0) {
    refuse('INSTALL_ALLOWED_NETWORKS', 'must be empty in production');
  }
}
