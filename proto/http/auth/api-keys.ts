import { z } from 'zod';
import { instant, NO_CONTROL_CHARACTERS, UNREADABLE } from '../envelope.js';
import { RULES } from '../rules.js';
import { addressOrNetwork } from '../security/fields.js';

/** What a key may be allowed to do. Each route that keys may call names the one that it needs. */
export const API_KEY_SCOPES = [
  'installs:read',
  'installs:write',
  'topups:read',
  'topups:write',
  'quota:read',
  'webhooks',
] as const;
/** What only an administrator's key may be allowed to do: what operators script. */
export const ADMIN_KEY_SCOPES = [
  'admin:read',
  'admin:images',
  'admin:quota',
  'admin:blocks',
] as const;
export const apiKeyScope = z.enum([...API_KEY_SCOPES, ...ADMIN_KEY_SCOPES]);
export type ApiKeyScope = z.infer<typeof apiKeyScope>;

export const isAdminKeyScope = (scope: ApiKeyScope): boolean =>
  (ADMIN_KEY_SCOPES as readonly string[]).includes(scope);
/** Whether a key with these scopes is an administrator's, regardless of its other scopes. */
export const isAdminKey = ({ scopes }: { scopes: readonly ApiKeyScope[] }): boolean =>
  scopes.some(isAdminKeyScope);

/** Live keys of one user, those past their end included. */
export const MAX_API_KEYS = 20;
const MAX_NETWORKS = 20;
const MAX_DAYS = 730;
export const MAX_ADMIN_KEY_DAYS = 90;
/** Bits: a list of networks that holds half of the internet would be none. */
const MIN_ADMIN_KEY_PREFIX = { ipv4: 8, ipv6: 16 };

const distinct = <T>(values: T[]): T[] => [...new Set(values)];

function isTooWide(network: string): boolean {
  const [address = '', bits] = network.split('/');
  const { ipv4, ipv6 } = MIN_ADMIN_KEY_PREFIX;
  return bits !== undefined && Number(bits) < (address.includes(':') ? ipv6 : ipv4);
}

/** What an administrator's key needs beyond a customer's. */
function checkAdminKey(
  key: { scopes: ApiKeyScope[]; networks: string[]; expires_in_days: number | null },
  context: z.RefinementCtx,
): void {
  if (!isAdminKey(key)) return;
  const refuse = (path: keyof typeof key, message: string) =>
    context.addIssue({ code: 'custom', path: [path], message });
  if (key.networks.length === 0) refuse('networks', RULES.ADMIN_KEY_NETWORKS_REQUIRED);
  if (key.networks.some(isTooWide)) refuse('networks', RULES.ADMIN_KEY_NETWORK_TOO_WIDE);
  const { expires_in_days: days } = key;
  if (days === null || days > MAX_ADMIN_KEY_DAYS) refuse('expires_in_days', RULES.ADMIN_KEY_DAYS);
}

/** POST /user/api-keys */
export const createApiKeyRequest = z
  .object(
    {
      name: z
        .string(RULES.API_KEY_NAME_REQUIRED)
        .trim()
        .min(1, RULES.API_KEY_NAME_REQUIRED)
        .max(60, RULES.API_KEY_NAME_TOO_LONG)
        .regex(NO_CONTROL_CHARACTERS, RULES.API_KEY_NAME_CHARACTERS),
      scopes: z
        .array(
          z.enum(apiKeyScope.options, RULES.API_KEY_SCOPES_REQUIRED),
          RULES.API_KEY_SCOPES_REQUIRED,
        )
        .min(1, RULES.API_KEY_SCOPES_REQUIRED)
        .max(50, RULES.API_KEY_SCOPES_REQUIRED)
        .transform(distinct),
      /** Where it may be used from; empty: anywhere, which an administrator's key may not be. */
      networks: z
        .array(addressOrNetwork, RULES.ADDRESS_INVALID)
        .max(MAX_NETWORKS, RULES.API_KEY_TOO_MANY_NETWORKS)
        .transform(distinct)
        .default([]),
      /** Null or absent: it does not end. An administrator's key ends after 90 days at most. */
      expires_in_days: z
        .number(RULES.API_KEY_DAYS)
        .int(RULES.API_KEY_DAYS)
        .min(1, RULES.API_KEY_DAYS)
        .max(MAX_DAYS, RULES.API_KEY_DAYS)
        .nullable()
        .default(null),
    },
    UNREADABLE,
  )
  .superRefine(checkAdminKey);
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
