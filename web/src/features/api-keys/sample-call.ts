import type { ApiKeyScope } from '@casement/proto/http/auth/api-keys.js';

/** A reading call for each permission that has one; the others only change something. */
const SAMPLES: Partial<Record<ApiKeyScope, string>> = {
  'quota:read': '/api/user/quota/ledger',
  'installs:read': '/api/user/install-history',
  'topups:read': '/api/user/topup/history',
  webhooks: '/api/user/webhooks',
  'admin:read': '/api/admin/products',
  'admin:images': '/api/admin/windows-images/files',
};

/** Path of a harmless GET that a key with these permissions may make; `null` if it can only change something. */
export const sampleCall = (scopes: readonly ApiKeyScope[]): string | null =>
  scopes.map((scope) => SAMPLES[scope]).find((path) => path !== undefined) ?? null;
