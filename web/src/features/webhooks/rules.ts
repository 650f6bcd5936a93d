import '@/lib/form/zod-config.js';

/** Fetched with the first check of the form. */
export { webhookRequest } from '@casement/proto/http/webhooks.js';
