import { z } from 'zod';
import {
  whenBodyIsObject,
  captchaFields,
  email,
  MAX_OLD_PASSWORD_LENGTH,
  newPassword,
  samePasswords,
} from './account-fields.js';
import { UNREADABLE } from '../envelope.js';
import { RULES } from '../rules.js';
import { passkeyAssertion } from './passkeys.js';
import { twoFactorCode } from './two-factor.js';

export const forgotPasswordRequest = z.looseObject({ email, ...captchaFields }, UNREADABLE);
export type ForgotPasswordRequest = z.infer<typeof forgotPasswordRequest>;

/** Identical response for every address (SPEC §8). */
export const RESET_SENT =
  'If an account with that email exists, password reset instructions have been sent.';

export const resetPasswordRequest = z
  .object(
    {
      token: z.string(RULES.RESET_LINK).min(1, RULES.RESET_LINK).max(200, RULES.RESET_LINK),
      newPassword,
      confirmPassword: z.string(RULES.PASSWORDS_DIFFER),
      /** Authenticator or recovery code. Required if the account has two-factor authentication. */
      code: twoFactorCode.optional(),
      /** Instead of the code. */
      passkey: passkeyAssertion.optional(),
      /** Also end API keys, device logins and Telegram, and pause the webhooks. Sessions always end. */
      revokeAccess: z.boolean(RULES.REVOKE_ACCESS).default(true),
    },
    UNREADABLE,
  )
  .refine(samePasswords, {
    message: RULES.PASSWORDS_DIFFER,
    path: ['confirmPassword'],
    ...whenBodyIsObject,
  });
export type ResetPasswordRequest = z.infer<typeof resetPasswordRequest>;

/** GET /auth/validate-reset-token/{token}. */
export const resetTokenResponse = z.object({
  username: z.string(),
  email: z.string(),
  /** The reset needs a code. Absent without two-factor authentication. */
  twoFactor: z.literal(true).optional(),
  /** A passkey is accepted instead of the code. */
  passkey: z.literal(true).optional(),
});
export type ResetTokenResponse = z.infer<typeof resetTokenResponse>;

/** POST /user/update-password: at least 6 characters, unlike registration (SPEC §5). */
export const updatePasswordRequest = z.object(
  {
    currentPassword: z
      .string(RULES.CURRENT_PASSWORD_REQUIRED)
      .min(1, RULES.CURRENT_PASSWORD_REQUIRED)
      .max(MAX_OLD_PASSWORD_LENGTH, RULES.OLD_PASSWORD_TOO_LONG),
    newPassword: z
      .string(RULES.CHANGED_PASSWORD_TOO_SHORT)
      .min(6, RULES.CHANGED_PASSWORD_TOO_SHORT)
      .max(128, RULES.PASSWORD_TOO_LONG),
  },
  UNREADABLE,
);
export type UpdatePasswordRequest = z.infer<typeof updatePasswordRequest>;

/** All sessions have ended. This token and the new cookie belong to the new session of the caller. */
export const updatePasswordResponse = z.object({ accessToken: z.string() });
