import { emitter } from '@/lib/emitter.js';

/** A call was refused until this administrator has set up two-factor. The API client tells it; the admin area listens. */
export const twoFactorMissing = emitter();
