import { z } from 'zod';
import {
  whenBodyIsObject,
  captchaFields,
  email,
  MAX_OLD_PASSWORD_LENGTH,
  newPassword,
  username,
} from './account-fields.js';
import { UNREADABLE } from '../envelope.js';
import { RULES } from '../rules.js';
import { passkeyOptions } from './passkeys.js';
import { user } from './users.js';

/** GET /auth/captcha and /auth/captcha/generate. */
export const captchaChallenge = z.object({
  id: z.string(),
  /** Arithmetic question as text, e.g. `7 + 5 = ?`. */
  question: z.string(),
  /** Name of the hidden decoy field. */
  honeypotField: z.string(),
  /** The same question as an SVG data URL. */
  captchaUrl: z.string().optional(),
});
export type CaptchaChallenge = z.infer<typeof captchaChallenge>;

export const registerRequest = z
  .looseObject(
    {
      username,
      email,
      password: newPassword,
      confirmPassword: z.string(RULES.PASSWORDS_DIFFER),
      ...captchaFields,
    },
    UNREADABLE,
  )
  .refine((v) => v.password === v.confirmPassword, {
    message: RULES.PASSWORDS_DIFFER,
    path: ['confirmPassword'],
    ...whenBodyIsObject,
  });
export type RegisterRequest = z.infer<typeof registerRequest>;

/** Leading zero bits of a proof of work: about 65,000 hashes, which take a page a few hundred milliseconds. */
export const PROOF_BITS = 16;
export const proofText = (captchaId: string, proof: string): string => `${captchaId}:${proof}`;

export const loginRequest = z.looseObject(
  {
    /** Username or e-mail address. */
    username: z
      .string(RULES.LOGIN_NAME_REQUIRED)
      .trim()
      .min(1, RULES.LOGIN_NAME_REQUIRED)
      .max(254, RULES.LOGIN_NAME_TOO_LONG),
    password: z
      .string(RULES.PASSWORD_REQUIRED)
      .min(1, RULES.PASSWORD_REQUIRED)
      .max(MAX_OLD_PASSWORD_LENGTH, RULES.OLD_PASSWORD_TOO_LONG),
    ...captchaFields,
    /**
     * Required only after 403 PROOF_OF_WORK_REQUIRED, with the same CAPTCHA: a number with which SHA-256 of
     * `captchaId:proof` begins with PROOF_BITS zero bits.
     */
    proof: z
      .string(UNREADABLE)
      .regex(/^\d{1,15}$/, UNREADABLE)
      .optional(),
  },
  UNREADABLE,
);
export type LoginRequest = z.infer<typeof loginRequest>;

/** POST /auth/login and /auth/2fa/verify: either a session or a two-factor challenge. */
export const loginResponse = z.object({
  twoFactorRequired: z.boolean().optional(),
  challengeId: z.string().optional(),
  /** For the second step, if the account has passkeys. */
  passkey: z
    .object({
      options: passkeyOptions,
      /** Whether a code of an authenticator app is accepted too. Recovery codes always are. */
      app: z.boolean(),
    })
    .optional(),
  user: user.optional(),
  accessToken: z.string().optional(),
  /** True if the account has no email address yet and must add one. */
  requiresEmail: z.boolean().optional(),
});
export type LoginResponse = z.infer<typeof loginResponse>;

/** POST /auth/register. */
export const registerResponse = z.object({ user, accessToken: z.string() });

/** POST /auth/refresh: the body is empty; the refresh token is sent as a cookie. */
export const refreshResponse = z.object({ accessToken: z.string() });
export type RefreshResponse = z.infer<typeof refreshResponse>;
