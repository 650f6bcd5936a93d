import { z } from 'zod';
import { instant, NO_CONTROL_CHARACTERS, UNREADABLE } from '../envelope.js';
import { addressOrNetwork } from './fields.js';
import { RULES } from '../rules.js';

/** GET /security/allowlist: what no rule ever blocks. An administrator can block it all the same. */
export const allowedNetwork = z.object({
  /** An address or a network. */
  network: z.string(),
  note: z.string(),
  /** Null where it comes from the configuration. */
  createdAt: instant.nullable(),
  /** By SECURITY_ALLOWLIST or TRUSTED_PROXIES: it can't be removed here. */
  configured: z.boolean(),
});
export type AllowedNetwork = z.infer<typeof allowedNetwork>;

/** POST /security/allowlist. One that is there already gets the new note. */
export const allowNetworkRequest = z.object(
  {
    network: addressOrNetwork,
    note: z
      .string(RULES.ALLOWLIST_NOTE_TOO_LONG)
      .trim()
      .max(200, RULES.ALLOWLIST_NOTE_TOO_LONG)
      .regex(NO_CONTROL_CHARACTERS, RULES.ALLOWLIST_NOTE_CHARACTERS)
      .default(''),
  },
  UNREADABLE,
);
export type AllowNetworkRequest = z.infer<typeof allowNetworkRequest>;

/** DELETE /security/allowlist. Its body, since a network has a slash. */
export const disallowNetworkRequest = z.object({ network: addressOrNetwork }, UNREADABLE);
export type DisallowNetworkRequest = z.infer<typeof disallowNetworkRequest>;
