import { z } from 'zod';
import { instant, NO_CONTROL_CHARACTERS, UNREADABLE } from './envelope.js';
import { RULES } from './rules.js';
import { addressOrNetwork } from './security/fields.js';

/** What a key may be allowed to do. Each route that keys may call names the one that it needs. */
export const API_KEY_SCOPES = [
  'installs:read',
  'installs:write',
  'topups:read',
  'topups:write',
  'quota:read',
  'webhooks',
] as const;
export const apiKeyScope = z.enum(API_KEY_SCOPES);
export type ApiKeyScope = z.infer<typeof apiKeyScope>;

/** Live keys of one user, those past their end included. */
export const MAX_API_KEYS = 20;
const MAX_NETWORKS = 20;
const MAX_DAYS = 730;

const distinct = <T>(values: T[]): T[] => [...new Set(values)];

/** POST /user/api-keys */
export const createApiKeyRequest = z.object(
  {
    name: z
      .string(RULES.API_KEY_NAME_REQUIRED)
      .trim()
      .min(1, RULES.API_KEY_NAME_REQUIRED)
      .max(60, RULES.API_KEY_NAME_TOO_LONG)
      .regex(NO_CONTROL_CHARACTERS, RULES.API_KEY_NAME_CHARACTERS),
    scopes: z
      .array(z.enum(API_KEY_SCOPES, RULES.API_KEY_SCOPES_REQUIRED), RULES.API_KEY_SCOPES_REQUIRED)
      .min(1, RULES.API_KEY_SCOPES_REQUIRED)
      .max(50, RULES.API_KEY_SCOPES_REQUIRED)
      .transform(distinct),
    /** Where it may be used from; empty: anywhere. */
    networks: z
      .array(addressOrNetwork, RULES.ADDRESS_INVALID)
      .max(MAX_NETWORKS, RULES.API_KEY_TOO_MANY_NETWORKS)
      .transform(distinct)
      .default([]),
    /** Null or absent: it does not end. */
    expires_in_days: z
      .number(RULES.API_KEY_DAYS)
      .int(RULES.API_KEY_DAYS)
      .min(1, RULES.API_KEY_DAYS)
      .max(MAX_DAYS, RULES.API_KEY_DAYS)
      .nullable()
      .default(null),
  },
  UNREADABLE,
);
export type CreateApiKeyRequest = z.infer<typeof createApiKeyRequest>;

export const apiKey = z.object({
  id: z.string(),
  name: z.string(),
  /** The key's last four characters, to know it again. */
  ending: z.string(),
  scopes: z.array(apiKeyScope),
  networks: z.array(z.string()),
  created_at: instant,
  /** Null: it does not end. One in the past: it has ended, and is refused. */
  expires_at: instant.nullable(),
  /** Exact to a minute; null: never used. */
  last_used_at: instant.nullable(),
  last_used_address: z.string().nullable(),
});
export type ApiKey = z.infer<typeof apiKey>;

/** The key itself stands here only: no later call shows it. */
export const createdApiKey = apiKey.extend({ key: z.string() });
export type CreatedApiKey = z.infer<typeof createdApiKey>;
