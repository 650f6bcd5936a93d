import '@/lib/form/zod-config.js';

/** Fetched with the first check of the form. */
export { buildImageRequest, importImageRequest } from '@casement/proto/http/images.js';
