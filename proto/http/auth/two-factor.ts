import { z } from 'zod';
import { MAX_OLD_PASSWORD_LENGTH, whenBodyIsObject } from './account-fields.js';
import { instant, UNREADABLE } from '../envelope.js';
import { passkey, passkeyAssertion } from './passkeys.js';
import { RECOVERY_CODE } from './recovery-code.js';
import { RULES } from '../rules.js';

const sixDigits = z.string(RULES.TWO_FACTOR_CODE).regex(/^\d{6}$/, RULES.TWO_FACTOR_CODE);

const recoveryCode = z
  .string(RULES.TWO_FACTOR_CODE)
  .trim()
  .regex(RECOVERY_CODE, RULES.TWO_FACTOR_CODE);

/** Six digits from the authenticator app, or a recovery code. */
export const twoFactorCode = z.union([sixDigits, recoveryCode], RULES.TWO_FACTOR_CODE);

/**
 * POST /auth/2fa/verify → loginResponse. Never a 401, because the client would refresh and repeat the call (SPEC §8).
 */
export const twoFactorVerifyRequest = z
  .object(
    {
      challengeId: z
        .string(RULES.TWO_FACTOR_CHALLENGE)
        .min(1, RULES.TWO_FACTOR_CHALLENGE)
        .max(64, RULES.TWO_FACTOR_CHALLENGE),
      code: twoFactorCode.optional(),
      /** Instead of the code. */
      passkey: passkeyAssertion.optional(),
    },
    UNREADABLE,
  )
  .refine(({ code, passkey: response }) => code !== undefined || response !== undefined, {
    message: RULES.TWO_FACTOR_CODE,
    path: ['code'],
    ...whenBodyIsObject,
  });
export type TwoFactorVerifyRequest = z.infer<typeof twoFactorVerifyRequest>;

const appCode = z.string(RULES.APP_CODE).regex(/^\d{6}$/, RULES.APP_CODE);

/** GET /admin/2fa/status. */
export const twoFactorStatusResponse = z.object({ enabled: z.boolean() });

/** GET /user/2fa. */
export const ownTwoFactor = z.object({
  /** Time when the authenticator app was added; `null` if no app was added. */
  app_enabled_at: instant.nullable(),
  /** Recovery codes that were not used yet. */
  recovery_codes: z.number().int(),
  /** Oldest first. */
  passkeys: z.array(passkey),
  /** Time when a recovery will remove all second factors; `null` if none waits. */
  recovery_at: instant.nullable(),
});
export type OwnTwoFactor = z.infer<typeof ownTwoFactor>;

/** POST /admin/2fa/setup: a secret that takes effect only once two-factor is enabled with a code. */
export const twoFactorSetupResponse = z.object({
  /** Base32 secret for typing into the app. */
  secret: z.string(),
  /** SVG text, `<svg …>`. */
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

/** Ten recovery codes, shown only once. Each replaces the second factor for one sign-in. */
export const twoFactorEnableResponse = z.object({ recoveryCodes: z.array(z.string()) });

/** POST /admin/2fa/disable, and /admin/2fa/test, which changes no settings. */
export const twoFactorDisableRequest = z.object({ code: appCode }, UNREADABLE);
export type TwoFactorDisableRequest = z.infer<typeof twoFactorDisableRequest>;

/**
 * POST /auth/step-up: the code or passkey if two-factor is enabled, otherwise the password. The session continues with this
 * token.
 */
export const stepUpRequest = z.object(
  {
    password: z
      .string(RULES.CURRENT_PASSWORD_REQUIRED)
      .min(1, RULES.CURRENT_PASSWORD_REQUIRED)
      .max(MAX_OLD_PASSWORD_LENGTH, RULES.OLD_PASSWORD_TOO_LONG)
      .optional(),
    code: twoFactorCode.optional(),
    /** Instead of the code. */
    passkey: passkeyAssertion.optional(),
  },
  UNREADABLE,
);
export type StepUpRequest = z.infer<typeof stepUpRequest>;

export const stepUpResponse = z.object({ accessToken: z.string() });

/** GET and POST /admin/users/{id}/recovery. */
export const recoveryStatus = z.object({
  /** Whether a recovery can be started: it needs a second factor and a verified address. */
  available: z.boolean(),
  /** Time when the second factors will be removed; `null` if no recovery waits. */
  effective_at: instant.nullable(),
});
