import { z } from 'zod';
import { instant, NO_CONTROL_CHARACTERS, pageQuery, sortedBy, UNREADABLE } from './envelope.js';
import { RECOVERY_CODE } from './recovery-code.js';
import { RULES } from './rules.js';

/** Rules and texts: SPEC §5. The service validates with these schemas, the forms use the same ones. */

/** Legacy users may have a longer password than one can choose here. */
const MAX_OLD_PASSWORD_LENGTH = 1_024;

const captchaAnswer = z
  .string(RULES.CAPTCHA_REQUIRED)
  .trim()
  .regex(/^\d+$/, RULES.CAPTCHA_REQUIRED)
  .max(12, RULES.CAPTCHA_REQUIRED);

/**
 * What a form sends of the CAPTCHA. The honeypot field's name changes from challenge to challenge, so the
 * forms' schemas are loose and the service looks the name up in the stored challenge: it must be empty.
 */
export const captchaFields = {
  captchaId: z
    .string(RULES.CAPTCHA_REQUIRED)
    .min(1, RULES.CAPTCHA_REQUIRED)
    .max(64, RULES.CAPTCHA_REQUIRED),
  captchaAnswer,
};

/** GET /auth/captcha and /auth/captcha/generate. */
export const captchaChallenge = z.object({
  id: z.string(),
  /** Arithmetic as text, e.g. `7 + 5 = ?`. */
  question: z.string(),
  /** Name of the hidden decoy field. */
  honeypotField: z.string(),
  /** The same question as an SVG data URL. */
  captchaUrl: z.string().optional(),
});
export type CaptchaChallenge = z.infer<typeof captchaChallenge>;

export const username = z
  .string(RULES.USERNAME_TOO_SHORT)
  .min(3, RULES.USERNAME_TOO_SHORT)
  .max(50, RULES.USERNAME_TOO_LONG)
  .regex(/^[A-Za-z0-9_-]+$/, RULES.USERNAME_CHARACTERS);

export const email = z.email(RULES.EMAIL_INVALID).max(254, RULES.EMAIL_INVALID);

/** Registration and reset (SPEC §5); at most 128 so that a hash can't be made expensive. */
export const newPassword = z
  .string(RULES.PASSWORD_TOO_SHORT)
  .min(8, RULES.PASSWORD_TOO_SHORT)
  .max(128, RULES.PASSWORD_TOO_LONG)
  .regex(/[a-z]/, RULES.PASSWORD_CLASSES)
  .regex(/[A-Z]/, RULES.PASSWORD_CLASSES)
  .regex(/\d/, RULES.PASSWORD_CLASSES)
  .regex(/[@$!%*?&]/, RULES.PASSWORD_CLASSES);

/** A mismatch is reported with the other fields' problems, not only after those are corrected. */
const alsoBesideOthers = {
  when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null,
};

const samePasswords = <T extends { newPassword: string; confirmPassword: string }>(v: T) =>
  v.newPassword === v.confirmPassword;

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
    ...alsoBesideOthers,
  });
export type RegisterRequest = z.infer<typeof registerRequest>;

/** About 65,000 hashes, a few hundred milliseconds of a page. */
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
     * Only after 403 PROOF_OF_WORK_REQUIRED, with the same CAPTCHA: a number with which SHA-256 of `captchaId:proof` begins
     * with PROOF_BITS zero bits.
     */
    proof: z
      .string(UNREADABLE)
      .regex(/^\d{1,15}$/, UNREADABLE)
      .optional(),
  },
  UNREADABLE,
);
export type LoginRequest = z.infer<typeof loginRequest>;

/** The user as every service's answers show it (SPEC §3). Fields that other services own are null here. */
export const user = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string().nullable(),
  is_verified: z.boolean(),
  /** 0 or 1. */
  admin: z.number().int().min(0).max(1),
  quota: z.number().int().nullable(),
  profile: z.object({ first_name: z.string().nullable(), avatar_url: z.string().nullable() }),
  telegram: z.string().nullable(),
  telegram_display_name: z.string().nullable(),
  telegram_user_id: z.string().nullable(),
  telegram_notifications: z.boolean().nullable(),
  created_at: instant,
});
export type User = z.infer<typeof user>;

/** POST /auth/login and /auth/2fa/verify. Either a session or a two-factor challenge. */
export const loginResponse = z.object({
  twoFactorRequired: z.boolean().optional(),
  challengeId: z.string().optional(),
  user: user.optional(),
  accessToken: z.string().optional(),
  /** True when the account has no e-mail address yet and must add one. */
  requiresEmail: z.boolean().optional(),
});
export type LoginResponse = z.infer<typeof loginResponse>;

/** POST /auth/register. */
export const registerResponse = z.object({ user, accessToken: z.string() });
export type RegisterResponse = z.infer<typeof registerResponse>;

/** POST /auth/refresh: the body is empty, the refresh token travels in its cookie. */
export const refreshResponse = z.object({ accessToken: z.string() });
export type RefreshResponse = z.infer<typeof refreshResponse>;

export const sixDigits = z.string(RULES.TWO_FACTOR_CODE).regex(/^\d{6}$/, RULES.TWO_FACTOR_CODE);

export const recoveryCode = z
  .string(RULES.TWO_FACTOR_CODE)
  .trim()
  .regex(RECOVERY_CODE, RULES.TWO_FACTOR_CODE);

/** POST /auth/2fa/verify → loginResponse. Never a 401: the client would refresh and repeat it (SPEC §8). */
export const twoFactorVerifyRequest = z.object(
  {
    challengeId: z
      .string(RULES.TWO_FACTOR_CHALLENGE)
      .min(1, RULES.TWO_FACTOR_CHALLENGE)
      .max(64, RULES.TWO_FACTOR_CHALLENGE),
    /** Six digits from the authenticator app, or a recovery code. */
    code: z.union([sixDigits, recoveryCode], RULES.TWO_FACTOR_CODE),
  },
  UNREADABLE,
);
export type TwoFactorVerifyRequest = z.infer<typeof twoFactorVerifyRequest>;

const appCode = z.string(RULES.APP_CODE).regex(/^\d{6}$/, RULES.APP_CODE);

/** GET /admin/2fa/status. */
export const twoFactorStatusResponse = z.object({ enabled: z.boolean() });
export type TwoFactorStatusResponse = z.infer<typeof twoFactorStatusResponse>;

/** POST /admin/2fa/setup: a secret that counts only once it is enabled. */
export const twoFactorSetupResponse = z.object({
  /** Base32, to be typed into the app by hand. */
  secret: z.string(),
  /** `<svg …>` text. */
  qrSvg: z.string(),
  /** The same QR code as a PNG data URL. */
  qrBase64: z.string(),
});
export type TwoFactorSetupResponse = z.infer<typeof twoFactorSetupResponse>;

/** POST /admin/2fa/enable. */
export const twoFactorEnableRequest = z.object(
  {
    code: appCode,
    secret: z
      .string(RULES.TWO_FACTOR_SETUP_FIRST)
      .min(1, RULES.TWO_FACTOR_SETUP_FIRST)
      .max(128, RULES.TWO_FACTOR_SETUP_FIRST),
  },
  UNREADABLE,
);
export type TwoFactorEnableRequest = z.infer<typeof twoFactorEnableRequest>;

/** Shown this once; each of the ten signs in once in place of the app's code. */
export const twoFactorEnableResponse = z.object({ recoveryCodes: z.array(z.string()) });
export type TwoFactorEnableResponse = z.infer<typeof twoFactorEnableResponse>;

/** POST /admin/2fa/disable, and /admin/2fa/test, which changes nothing. */
export const twoFactorDisableRequest = z.object({ code: appCode }, UNREADABLE);
export type TwoFactorDisableRequest = z.infer<typeof twoFactorDisableRequest>;

/** POST /auth/step-up: the code where two-factor is enabled, else the password. The session goes on with this token. */
export const stepUpRequest = z.object(
  {
    password: z
      .string(RULES.CURRENT_PASSWORD_REQUIRED)
      .min(1, RULES.CURRENT_PASSWORD_REQUIRED)
      .max(MAX_OLD_PASSWORD_LENGTH, RULES.OLD_PASSWORD_TOO_LONG)
      .optional(),
    code: appCode.optional(),
  },
  UNREADABLE,
);
export type StepUpRequest = z.infer<typeof stepUpRequest>;

export const stepUpResponse = z.object({ accessToken: z.string() });

/** POST /auth/verify-email. Six characters of any kind, though the text says digits (SPEC §5). */
export const verifyEmailRequest = z.object(
  {
    code: z.string(RULES.VERIFICATION_CODE_LENGTH).trim().length(6, RULES.VERIFICATION_CODE_LENGTH),
  },
  UNREADABLE,
);
export type VerifyEmailRequest = z.infer<typeof verifyEmailRequest>;

export const verifyEmailResponse = z.object({ user });
export type VerifyEmailResponse = z.infer<typeof verifyEmailResponse>;

export const forgotPasswordRequest = z.looseObject({ email, ...captchaFields }, UNREADABLE);
export type ForgotPasswordRequest = z.infer<typeof forgotPasswordRequest>;

/** The same answer for every address (SPEC §8). */
export const RESET_SENT =
  'If an account with that email exists, password reset instructions have been sent.';

export const resetPasswordRequest = z
  .object(
    {
      token: z.string(RULES.RESET_LINK).min(1, RULES.RESET_LINK).max(200, RULES.RESET_LINK),
      newPassword,
      confirmPassword: z.string(RULES.PASSWORDS_DIFFER),
    },
    UNREADABLE,
  )
  .refine(samePasswords, {
    message: RULES.PASSWORDS_DIFFER,
    path: ['confirmPassword'],
    ...alsoBesideOthers,
  });
export type ResetPasswordRequest = z.infer<typeof resetPasswordRequest>;

/** GET /auth/validate-reset-token/{token}. */
export const resetTokenResponse = z.object({ username: z.string(), email: z.string() });
export type ResetTokenResponse = z.infer<typeof resetTokenResponse>;

/** POST /user/update-password: at least 6, unlike registration (SPEC §5). */
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

/** All sessions ended; this token, and a new cookie beside it, begin the one that goes on. */
export const updatePasswordResponse = z.object({ accessToken: z.string() });
export type UpdatePasswordResponse = z.infer<typeof updatePasswordResponse>;

/** PUT /user/profile. */
export const updateProfileRequest = z.object(
  {
    first_name: z
      .string(RULES.FIRST_NAME_TEXT)
      .trim()
      .max(100, RULES.NAME_TOO_LONG)
      .regex(NO_CONTROL_CHARACTERS, RULES.NAME_CONTROL_CHARACTERS)
      .nullable()
      .optional(),
    avatar_url: z
      .url({ protocol: /^https$/, error: RULES.AVATAR })
      .max(500, RULES.AVATAR)
      .regex(NO_CONTROL_CHARACTERS, RULES.AVATAR)
      .nullable()
      .optional(),
  },
  UNREADABLE,
);
export type UpdateProfileRequest = z.infer<typeof updateProfileRequest>;

export const profileResponse = z.object({ user });
export type ProfileResponse = z.infer<typeof profileResponse>;

/** GET /user/sessions: where this account is signed in, the present session first. */
export const userSession = z.object({
  id: z.string(),
  /** From its User-Agent, e.g. `Chrome on Windows`. */
  device: z.string(),
  /** Where it was last seen. */
  address: z.string().nullable(),
  created_at: instant,
  /** When it was last refreshed; an open page does so every quarter of an hour. */
  last_seen_at: instant,
  /** The session that asks. */
  current: z.boolean(),
});
export type UserSession = z.infer<typeof userSession>;

/** GET /user/dashboard: composed by auth from billing, install and telegram. */
export const dashboardResponse = z.object({
  user,
  stats: z.object({
    quota: z.number().int(),
    /** All installs of the user. */
    totalVPS: z.number().int(),
    /** pending + preparing + running. */
    activeConnections: z.number().int(),
    /** completed ÷ (completed + failed) in percent, rounded; null while none has ended. */
    successRate: z.number().nullable(),
  }),
  /** False when the telegram service did not answer: its fields are then unknown, not "not connected". */
  telegramKnown: z.boolean(),
});
export type DashboardResponse = z.infer<typeof dashboardResponse>;

/** GET /admin/users: newest first unless sorted; the search looks in username and e-mail address, ignoring case. */
export const adminUsersQuery = pageQuery.extend({
  ...sortedBy(['created_at', 'username']),
  search: z
    .string(RULES.SEARCH)
    .trim()
    .max(254, RULES.SEARCH)
    .regex(NO_CONTROL_CHARACTERS, RULES.SEARCH)
    .default(''),
});
export type AdminUsersQuery = z.infer<typeof adminUsersQuery>;

/** A row of GET /admin/users. Quota and Telegram fields are null while their service does not answer. */
export const adminUser = user;
export type AdminUser = z.infer<typeof adminUser>;

/** PUT /admin/users/{id}. */
export const updateRoleRequest = z.object(
  { admin: z.union([z.literal(0), z.literal(1)], RULES.ROLE) },
  UNREADABLE,
);
export type UpdateRoleRequest = z.infer<typeof updateRoleRequest>;

export const updateRoleResponse = z.object({ user });
export type UpdateRoleResponse = z.infer<typeof updateRoleResponse>;

/** POST /migration/add-email, beside the honeypot field: texts of their own (SPEC §5). */
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
export type AddEmailResponse = z.infer<typeof addEmailResponse>;

/** POST /migration/verify-email: the token of the link in the mail. */
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
export type MigrationVerifyResponse = z.infer<typeof migrationVerifyResponse>;

/** GET /config.json of the SPA's origin: the public settings. */
export const publicConfig = z.object({
  statusPageUrl: z.string().nullable(),
  supportEmail: z.string().nullable(),
  supportChatUrl: z.string().nullable(),
});
export type PublicConfig = z.infer<typeof publicConfig>;
