import type { MethodList } from './payment-provider.js';

export interface DeclaredMethod {
  name: string;
  /** Kind, which the pages translate. */
  type: string;
  groupName: string;
  minimumAmount?: number;
  maximumAmount?: number;
}

/**
 * Returns the methods of a provider without a method list. New ones are disabled, so that an administrator first enters
 * the fee.
 */
export function declaredMethods(methods: Record<string, DeclaredMethod>): MethodList {
  const channels = Object.entries(methods).map(([code, method]) => ({
    code,
    name: method.name,
    type: method.type,
    groupName: method.groupName,
    iconUrl: null,
    feeFlat: null,
    feePpm: null,
    minimumFee: null,
    maximumFee: null,
    minimumAmount: method.minimumAmount ?? null,
    maximumAmount: method.maximumAmount ?? null,
    active: false,
  }));
  return { channels, codes: Object.keys(methods), skipped: 0 };
}
