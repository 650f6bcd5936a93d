import { z } from 'zod';
import { instant, NO_CONTROL_CHARACTERS, UNREADABLE } from '../envelope.js';
import { addressOrNetwork } from './fields.js';
import { RULES } from '../rules.js';

/** GET /security/allowlist: networks that rules never block. Administrators can still block them. */
export const allowedNetwork = z.object({
  /** Address or network. */
  network: z.string(),
  note: z.string(),
  /** `null` if the entry comes from the configuration. */
  createdAt: instant.nullable(),
  /** Set by SECURITY_ALLOWLIST or TRUSTED_PROXIES; it cannot be removed here. */
  configured: z.boolean(),
});
export type AllowedNetwork = z.infer<typeof allowedNetwork>;

/** POST /security/allowlist. An existing entry gets the new note. */
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

/** DELETE /security/allowlist. Uses a body because a network contains a slash. */
export const disallowNetworkRequest = z.object({ network: addressOrNetwork }, UNREADABLE);
export type DisallowNetworkRequest = z.infer<typeof disallowNetworkRequest>;
