import type { SigningKey } from './signing-key.js';

/** The key that signs now. Read from the configuration before anything listens. */
export class SigningKeys {
  constructor(readonly current: SigningKey) {}
}
