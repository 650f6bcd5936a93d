import { z } from 'zod';
import { email } from './account-fields.js';
import { UNREADABLE } from '../envelope.js';
import { RULES } from '../rules.js';
import { user } from './users.js';

/** POST /auth/verify-email. Accepts any six characters, although the page asks for digits (SPEC §5). */
export const verifyEmailRequest = z.object(
  {
    code: z.string(RULES.VERIFICATION_CODE_LENGTH).trim().length(6, RULES.VERIFICATION_CODE_LENGTH),
  },
  UNREADABLE,
);
export type VerifyEmailRequest = z.infer<typeof verifyEmailRequest>;

export const verifyEmailResponse = z.object({ user });

/** POST /migration/add-email, with the honeypot field. Uses separate error texts (SPEC §5). */
export const addEmailRequest = z.looseObject(
  {
    email: z.email(RULES.EMAIL_TO_ADD_INVALID).max(254, RULES.EMAIL_TO_ADD_INVALID),
    captchaId: z
      .string(RULES.CAPTCHA_REQUIRED_TO_ADD_EMAIL)
      .min(1, RULES.CAPTCHA_REQUIRED_TO_ADD_EMAIL)
      .max(64, RULES.CAPTCHA_REQUIRED_TO_ADD_EMAIL),
    captchaAnswer: z
      .string(RULES.CAPTCHA_REQUIRED_TO_ADD_EMAIL)
      .trim()
      .regex(/^\d+$/, RULES.CAPTCHA_REQUIRED_TO_ADD_EMAIL)
      .max(12, RULES.CAPTCHA_REQUIRED_TO_ADD_EMAIL),
  },
  UNREADABLE,
);
export type AddEmailRequest = z.infer<typeof addEmailRequest>;

export const addEmailResponse = z.object({ user });

/** POST /migration/verify-email: token of the link in the mail. */
export const migrationVerifyRequest = z.object(
  {
    token: z
      .string(RULES.VERIFICATION_LINK)
      .min(1, RULES.VERIFICATION_LINK)
      .max(200, RULES.VERIFICATION_LINK),
  },
  UNREADABLE,
);
export type MigrationVerifyRequest = z.infer<typeof migrationVerifyRequest>;

export const migrationVerifyResponse = z.object({ user });

/** POST /user/email: sends a code to the new address. */
export const changeEmailRequest = z.object({ email }, UNREADABLE);
export type ChangeEmailRequest = z.infer<typeof changeEmailRequest>;

/** POST /auth/email/undo: token of the link in the mail to the former address. */
export const accountLinkRequest = z.object(
  {
    token: z.string(RULES.ACCOUNT_LINK).min(1, RULES.ACCOUNT_LINK).max(200, RULES.ACCOUNT_LINK),
  },
  UNREADABLE,
);
export type AccountLinkRequest = z.infer<typeof accountLinkRequest>;
