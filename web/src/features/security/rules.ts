import '../../lib/zod-config.js';

/** Fetched with the first check of the block or the recovery form. */
export { blockIpForm, triggerRecoveryRequest } from '@casement/proto/http/security.js';
