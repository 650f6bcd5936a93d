import { z } from 'zod';
import { instant, UNREADABLE } from '../envelope.js';
import { humanName } from '../human-name.js';
import { RULES } from '../rules.js';
import { addressOrNetwork } from '../security/fields.js';

/** Permissions of a key. Each route that accepts keys names the one it requires. */
export const API_KEY_SCOPES = [
  'installs:read',
  'installs:write',
  'topups:read',
  'topups:write',
  'quota:read',
  'webhooks',
] as const;
/** Permissions of administrators' keys only, for operators' scripts. */
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
/** Returns whether these scopes make a key an administrator's. One administrator scope is sufficient. */
export const isAdminKey = ({ scopes }: { scopes: readonly ApiKeyScope[] }): boolean =>
  scopes.some(isAdminKeyScope);

/** Maximum number of a user's unrevoked keys, including expired ones. */
export const MAX_API_KEYS = 20;
const MAX_NETWORKS = 20;
const MAX_DAYS = 730;
export const MAX_ADMIN_KEY_DAYS = 90;
/** Minimum prefix length in bits, because a list with half of the internet would be no restriction. */
const MIN_ADMIN_KEY_PREFIX = { ipv4: 8, ipv6: 16 };

const distinct = <T>(values: T[]): T[] => [...new Set(values)];

function isTooWide(network: string): boolean {
  const [address = '', bits] = network.split('/');
  const { ipv4, ipv6 } = MIN_ADMIN_KEY_PREFIX;
  return bits !== undefined && Number(bits) < (address.includes(':') ? ipv6 : ipv4);
}

/** Checks the additional requirements of an administrator's key. */
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
      name: humanName(60, {
        text: RULES.API_KEY_NAME_REQUIRED,
        tooLong: RULES.API_KEY_NAME_TOO_LONG,
        characters: RULES.API_KEY_NAME_CHARACTERS,
      }).min(1, RULES.API_KEY_NAME_REQUIRED),
      scopes: z
        .array(
          z.enum(apiKeyScope.options, RULES.API_KEY_SCOPES_REQUIRED),
          RULES.API_KEY_SCOPES_REQUIRED,
        )
        .min(1, RULES.API_KEY_SCOPES_REQUIRED)
        .max(50, RULES.API_KEY_SCOPES_REQUIRED)
        .transform(distinct),
      /**
       * Networks from which the key may be used. An empty list allows any address, and is refused for an
       * administrator's key.
       */
      networks: z
        .array(addressOrNetwork, RULES.ADDRESS_INVALID)
        .max(MAX_NETWORKS, RULES.API_KEY_TOO_MANY_NETWORKS)
        .transform(distinct)
        .default([]),
      /** `null` or absent: never expires. An administrator's key expires after at most 90 days. */
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
  /** Last four characters of the key, to recognize it. */
  ending: z.string(),
  scopes: z.array(apiKeyScope),
  networks: z.array(z.string()),
  created_at: instant,
  /** `null` if the key never expires. Expired keys are refused. */
  expires_at: instant.nullable(),
  /** Rounded to the minute. `null` if the key has never been used. */
  last_used_at: instant.nullable(),
  last_used_address: z.string().nullable(),
});
export type ApiKey = z.infer<typeof apiKey>;

/** Contains the key itself, which no later call returns. */
export const createdApiKey = apiKey.extend({ key: z.string() });
export type CreatedApiKey = z.infer<typeof createdApiKey>;
