import { z } from 'zod';

export const blockEntry = z.object({
  ip: z.string(),
  reason: z.string().default(''),
  /** ISO 8601; `null` is permanent. nats-server 2.9 has no expiry per key, so every reader checks it. */
  expiresAt: z.iso.datetime().nullable().default(null),
});
export type BlockEntry = z.infer<typeof blockEntry>;

export const revocationEntry = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('session'), sessionId: z.string() }),
  z.object({
    kind: z.literal('user'),
    userId: z.string(),
    /** Tokens with a smaller epoch are refused; null refuses all of them. */
    minEpoch: z.number().int().nullable(),
  }),
]);
export type RevocationEntry = z.infer<typeof revocationEntry>;

export const BLOCKED_IPS = 'blocked_ips';
export const REVOCATIONS = 'revocations';

/** Bucket keys must not contain colons. */
export const blockKey = (ip: string): string => ip.replaceAll(':', '_');
export const ipOfBlockKey = (key: string): string => key.replaceAll('_', ':');

export const revocationKey = (entry: RevocationEntry): string =>
  entry.kind === 'session' ? `session.${entry.sessionId}` : `user.${entry.userId}`;
