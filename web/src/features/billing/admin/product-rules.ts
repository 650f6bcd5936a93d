import '@/lib/form/zod-config.js';

/** Fetched with the first check of the product form. */
export { productFields } from '@casement/proto/http/billing.js';
