import '@/lib/form/zod-config.js';

/** Fetched with the first check of the form. */
export { windowsVersionRequest } from '@casement/proto/http/windows-versions.js';
