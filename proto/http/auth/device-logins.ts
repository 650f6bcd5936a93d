import { z } from 'zod';
import { createApiKeyRequest, createdApiKey } from './api-keys.js';
import { instant, UNREADABLE } from '../envelope.js';
import { RULES } from '../rules.js';

/**
 * Device logins (RFC 8628): a program without a browser gets an API key, which its user confirms in their own
 * browser.
 */

/** Excludes vowels, so that codes contain no words, and characters that are easily confused (RFC 8628 §6.1). */
export const USER_CODE_LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
export const USER_CODE_LENGTH = 8;

/** POST /auth/device-logins: the requested key, named after the machine. */
export const startDeviceLoginRequest = createApiKeyRequest;

export const startedDeviceLogin = z.object({
  /** Secret with which the program polls. */
  device_code: z.string(),
  /** Code for the user to type, e.g. `WDJB-MJHT`. */
  user_code: z.string(),
  /** Page on which the user types the code. The URL contains no code, so opening it grants no access. */
  verification_uri: z.string(),
  /** Lifetime in seconds. */
  expires_in: z.number().int(),
  /**
   * Minimum seconds between two calls of /auth/device-logins/token; increased by 5 after each DEVICE_LOGIN_SLOW_DOWN.
   */
  interval: z.number().int(),
});
export type StartedDeviceLogin = z.infer<typeof startedDeviceLogin>;

/** POST /auth/device-logins/token. */
export const deviceTokenRequest = z.object(
  { device_code: z.string(RULES.REQUEST_UNREADABLE).max(100, RULES.REQUEST_UNREADABLE) },
  UNREADABLE,
);
export type DeviceTokenRequest = z.infer<typeof deviceTokenRequest>;

export const deviceToken = createdApiKey;

/** POST /user/device-logins/find, /approve and /deny: typed with or without the dash, ignoring case. */
export const userCodeRequest = z.object(
  {
    user_code: z
      .string(RULES.USER_CODE)
      .max(40, RULES.USER_CODE)
      .transform((text) => text.toUpperCase().replace(/[\s-]/g, ''))
      .pipe(
        z
          .string()
          .regex(new RegExp(`^[${USER_CODE_LETTERS}]{${USER_CODE_LENGTH}}$`), RULES.USER_CODE),
      ),
  },
  UNREADABLE,
);
export type UserCodeRequest = z.infer<typeof userCodeRequest>;

/** Requested access, shown to the user for approval. */
export const deviceLogin = z.object({
  name: createdApiKey.shape.name,
  scopes: createdApiKey.shape.scopes,
  networks: createdApiKey.shape.networks,
  /** `null` if the key will never expire. */
  expires_in_days: z.number().int().nullable(),
  /** Address of the requesting program. */
  address: z.string(),
  requested_at: instant,
  expires_at: instant,
});
export type DeviceLogin = z.infer<typeof deviceLogin>;
