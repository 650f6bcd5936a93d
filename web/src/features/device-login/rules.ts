import '@/lib/form/zod-config.js';

/** Fetched with the first check of the form. */
export { userCodeRequest } from '@casement/proto/http/device-logins.js';
