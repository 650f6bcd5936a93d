import { z } from 'zod';
import { RULES } from '../rules.js';

/** Limit at sign-in, because legacy users may have a longer password than new ones can choose. */
export const MAX_OLD_PASSWORD_LENGTH = 1_024;

const captchaAnswer = z
  .string(RULES.CAPTCHA_REQUIRED)
  .trim()
  .regex(/^\d+$/, RULES.CAPTCHA_REQUIRED)
  .max(12, RULES.CAPTCHA_REQUIRED);

/**
 * CAPTCHA fields of a form. The name of the honeypot field changes with each challenge, so the forms' schemas are
 * loose and the service looks up the name in the stored challenge. That field must be empty.
 */
export const captchaFields = {
  captchaId: z
    .string(RULES.CAPTCHA_REQUIRED)
    .min(1, RULES.CAPTCHA_REQUIRED)
    .max(64, RULES.CAPTCHA_REQUIRED),
  captchaAnswer,
};

export const username = z
  .string(RULES.USERNAME_TOO_SHORT)
  .min(3, RULES.USERNAME_TOO_SHORT)
  .max(50, RULES.USERNAME_TOO_LONG)
  .regex(/^[A-Za-z0-9_-]+$/, RULES.USERNAME_CHARACTERS);

export const email = z.email(RULES.EMAIL_INVALID).max(254, RULES.EMAIL_INVALID);

/** Password of registration and reset (SPEC §5). At most 128 characters, so that hashing cannot be made expensive. */
export const newPassword = z
  .string(RULES.PASSWORD_TOO_SHORT)
  .min(8, RULES.PASSWORD_TOO_SHORT)
  .max(128, RULES.PASSWORD_TOO_LONG)
  .regex(/[a-z]/, RULES.PASSWORD_CLASSES)
  .regex(/[A-Z]/, RULES.PASSWORD_CLASSES)
  .regex(/\d/, RULES.PASSWORD_CLASSES)
  .regex(/[@$!%*?&]/, RULES.PASSWORD_CLASSES);

/** Reports a mismatch together with the other fields' errors instead of after they are fixed. */
export const whenBodyIsObject = {
  when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null,
};

export const samePasswords = <T extends { newPassword: string; confirmPassword: string }>(v: T) =>
  v.newPassword === v.confirmPassword;
