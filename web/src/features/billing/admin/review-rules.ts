import '@/lib/form/zod-config.js';

/** Fetched with the first check of the review form. */
export { resolveReviewRequest } from '@casement/proto/http/billing.js';
