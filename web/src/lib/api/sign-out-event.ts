import { emitter } from '@/lib/emitter.js';

/** Emitted by the API client when a session cannot be refreshed. The session store listens. */
export const sessionRefreshFailed = emitter();
