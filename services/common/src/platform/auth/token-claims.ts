import { z } from 'zod';

/** Set by auth when signing. All services require both values. */
export const TOKEN_ISSUER = 'casement-auth';
export const TOKEN_AUDIENCE = 'casement';
/** The only accepted algorithm, so that a token's header cannot select a weaker one. */
export const TOKEN_ALGORITHM = 'ES256';

export const tokenClaims = z.object({
  /** User id. */
  sub: z.uuid(),
  /** Session id. */
  sid: z.uuid(),
  /** Epoch of the user, incremented when all sessions end. Compared as a number, never by time. */
  epoch: z.number().int().min(0),
  admin: z.union([z.literal(0), z.literal(1)]),
  /**
   * Time of the session's last password or code confirmation, in seconds since 1970 (OpenID Connect Core, 2). A
   * refresh does not change it.
   */
  auth_time: z.number().int().min(0).default(0),
  /** 1 for an administrator who has to set up two-factor first. */
  needs_2fa: z.union([z.literal(0), z.literal(1)]).default(0),
  /** Required, because a token without expiry would be cached forever. */
  exp: z.number().int(),
});
export type TokenClaims = z.infer<typeof tokenClaims>;
