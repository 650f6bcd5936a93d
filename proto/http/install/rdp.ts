import { z } from 'zod';
import { instant, UNREADABLE } from '../envelope.js';
import { RULES } from '../rules.js';

/**
 * Proof that remote desktop works. `password_accepted`: Windows accepted the customer's password in a sign-in (NLA)
 * that was not completed. `handshake`: remote desktop responds, which is all that an image without NLA can prove.
 */
export const installRdp = z.object({
  /** `Administrator`, unless Windows reported another name for its built-in administrator. */
  account: z.string(),
  port: z.number().int(),
  proof: z.enum(['password_accepted', 'handshake']),
  proven_at: instant,
  /**
   * SHA-256 in 64 hex digits of the certificate that Windows presented for the proof; `null` after only a handshake.
   */
  certificate_sha256: z.string().nullable(),
  /** Whether "Open in browser" is offered: POST /user/install/{id}/desktop. Absent from older versions. */
  desktop: z.boolean().optional(),
});
export type InstallRdp = z.infer<typeof installRdp>;

/** Password that Windows' built-in administrator gets. */
export const newRdpPassword = z
  .string(RULES.RDP_PASSWORD_TOO_SHORT)
  .min(4, RULES.RDP_PASSWORD_TOO_SHORT)
  .max(127, RULES.RDP_PASSWORD_TOO_LONG)
  .refine((v) => !v.startsWith('#'), RULES.RDP_PASSWORD_HASH)
  // Windows accepts no control characters in a password, and a line break would not be transmitted intact.
  .refine((v) => !/[\u0000-\u001f\u007f]/.test(v), RULES.RDP_PASSWORD_CONTROL_CHARACTERS);

/** GET /user/install/{id}/rdp-password. */
export const rdpPassword = z.object({ passwd_rdp: z.string() });

/**
 * POST /user/install/{id}/rdp-check: the owner enters the password to check an install whose password was never
 * proven (in review, or completed by only a handshake). The password is not stored.
 */
export const rdpCheckRequest = z.object(
  {
    password: z
      .string(RULES.RDP_PASSWORD_REQUIRED)
      .min(1, RULES.RDP_PASSWORD_REQUIRED)
      .max(127, RULES.RDP_PASSWORD_TOO_LONG),
  },
  UNREADABLE,
);
export type RdpCheckRequest = z.infer<typeof rdpCheckRequest>;

/** Result of the check. Only `RDP_PASSWORD_ACCEPTED` is a proof and completes an install in review. */
export const rdpCheck = z.object({
  /** Stable code: `RDP_PASSWORD_ACCEPTED`, or a code of an install's `failure`, e.g. `RDP_PASSWORD_REFUSED`. */
  code: z.string(),
  message: z.string(),
  /** Remedy; `null` if accepted. */
  cure: z.string().nullable(),
  rdp: installRdp.nullable(),
});
export type RdpCheck = z.infer<typeof rdpCheck>;
