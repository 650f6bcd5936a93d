import '@/lib/form/zod-config.js';

/** Fetched with the first check of the block or the recovery form. */
export { blockIpForm } from '@casement/proto/http/security/blocks.js';
export { allowNetworkRequest } from '@casement/proto/http/security/allowlist.js';
export { triggerRecoveryRequest } from '@casement/proto/http/security/recovery.js';
