import type { NetworkOptions } from './network-options.js';

// Contains no schemas, so that a page can select the options without loading the form's validation.

export const NETWORK_OPTIONS = ['dns', 'address', 'gateway', 'ipv6'] as const;

/** Returns the network settings among the options of a request. */
export const networkOptionsOf = (options: Partial<NetworkOptions> | null = {}): NetworkOptions =>
  Object.fromEntries(
    NETWORK_OPTIONS.filter((name) => options?.[name] !== undefined).map((name) => [
      name,
      options?.[name],
    ]),
  );
