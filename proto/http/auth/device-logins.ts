import { z } from 'zod';
import { createApiKeyRequest, createdApiKey } from './api-keys.js';
import { instant, UNREADABLE } from '../envelope.js';
import { RULES } from '../rules.js';

/** RFC 8628: a program without a browser gets an API key, which its user confirms in theirs. */

/** Without vowels, so that no word is among them, and without what is mistaken for something else (RFC 8628 §6.1). */
export const USER_CODE_LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
export const USER_CODE_LENGTH = 8;

/** POST /auth/device-logins: the key that is asked for, named after the machine. */
export const beginDeviceLoginRequest = createApiKeyRequest;

export const begunDeviceLogin = z.object({
  /** The program's own, to ask with whether it was confirmed. */
  device_code: z.string(),
  /** For its user to type, e.g. `WDJB-MJHT`. */
  user_code: z.string(),
  /** Where they type it. It holds no code: opening it grants nothing. */
  verification_uri: z.string(),
  /** Seconds. */
  expires_in: z.number().int(),
  /** Seconds between two calls of /auth/device-logins/token; 5 more after each DEVICE_LOGIN_SLOW_DOWN. */
  interval: z.number().int(),
});
export type BegunDeviceLogin = z.infer<typeof begunDeviceLogin>;

/** POST /auth/device-logins/token. */
export const deviceTokenRequest = z.object(
  { device_code: z.string(RULES.REQUEST_UNREADABLE).max(100, RULES.REQUEST_UNREADABLE) },
  UNREADABLE,
);
export type DeviceTokenRequest = z.infer<typeof deviceTokenRequest>;

export const deviceToken = createdApiKey;

/** POST /user/device-logins/find, /approve and /deny: typed with or without the dash, in any case. */
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

/** What is asked for, for the user to decide on. */
export const deviceLogin = z.object({
  name: createdApiKey.shape.name,
  scopes: createdApiKey.shape.scopes,
  networks: createdApiKey.shape.networks,
  /** Null: the key will not end. */
  expires_in_days: z.number().int().nullable(),
  /** Where it was asked for from. */
  address: z.string(),
  requested_at: instant,
  expires_at: instant,
});
export type DeviceLogin = z.infer<typeof deviceLogin>;
