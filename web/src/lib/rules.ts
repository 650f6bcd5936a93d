import './zod-config.js';

/** The schemas of proto/http that the forms use, in a chunk of their own: fetched with the first check. */
export { loginRequest, registerRequest, updateProfileRequest } from '@casement/proto/http/auth.js';
export { installRequest } from '@casement/proto/http/install.js';
