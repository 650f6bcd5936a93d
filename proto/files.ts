import { fileURLToPath } from 'node:url';

/** Folder with `casement/<service>/v1/*.proto`, for loaders that read them at run time. */
export const PROTO_ROOT = fileURLToPath(
  new URL(import.meta.url.endsWith('dist/files.js') ? '..' : '.', import.meta.url),
);
