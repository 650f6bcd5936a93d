import { emitter } from '@/lib/emitter.js';

/**
 * Emitted by the API client when a call is rejected until the administrator has set up two-factor. The admin area
 * listens.
 */
export const twoFactorSetupRequired = emitter();
