import { emitter } from '@/lib/emitter.js';

/** The end of a session that cannot be refreshed. The API client tells it; the session store listens. */
export const finalSignOut = emitter();
