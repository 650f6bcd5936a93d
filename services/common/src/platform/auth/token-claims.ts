import { z } from 'zod';

/** Set by auth when it signs, demanded here. */
export const TOKEN_ISSUER = 'casement-auth';
export const TOKEN_AUDIENCE = 'casement';
/** The one algorithm: a token can't choose a weaker one. */
export const TOKEN_ALGORITHM = 'ES256';

export const tokenClaims = z.object({
  /** User id. */
  sub: z.uuid(),
  /** Session id. */
  sid: z.uuid(),
  /** The user's epoch: grows when all sessions end. Compared as a number, never by time. */
  epoch: z.number().int().min(0),
  admin: z.union([z.literal(0), z.literal(1)]),
  /**
   * When the session's user last gave a password or a code, in seconds since 1970 (OpenID Connect Core, 2). A refresh
   * does not renew it.
   */
  auth_time: z.number().int().min(0).default(0),
  /** 1: an administrator who has to set up two-factor before anything else. */
  needs_2fa: z.union([z.literal(0), z.literal(1)]).default(0),
  /** Demanded: a token without an end would be remembered without one. */
  exp: z.number().int(),
});
export type TokenClaims = z.infer<typeof tokenClaims>;
