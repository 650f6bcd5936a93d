import '@/lib/form/zod-config.js';

/** Fetched with the first check of the form. */
export { createApiKeyRequest } from '@casement/proto/http/api-keys.js';
