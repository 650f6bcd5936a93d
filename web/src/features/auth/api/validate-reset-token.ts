import type { ResetTokenResponse } from '@casement/proto/http/auth.js';
import { call } from '@/lib/api-client.js';

/** Whose account a reset link belongs to. */
export const validateResetToken = (token: string, signal: AbortSignal) =>
  call<ResetTokenResponse>('GET', `/auth/validate-reset-token/${encodeURIComponent(token)}`, {
    signal,
  });
