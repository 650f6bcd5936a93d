import type { ResetTokenResponse } from '@casement/proto/http/auth.js';
import { useCallback, useEffect, useState } from 'react';
import { validateResetToken } from './api/validate-reset-token.js';

/** SPEC §4: loading, then invalid (no token, or its validation failed) or valid. */
export type ResetLink =
  | { state: 'checking' }
  | { state: 'invalid'; error?: unknown }
  | { state: 'valid'; account: ResetTokenResponse };

/** What a reset link is worth, and the way to say that it has become invalid. */
export function useResetLink(token: string): [ResetLink, (error: unknown) => void] {
  const [link, setLink] = useState<ResetLink>({ state: token ? 'checking' : 'invalid' });
  const invalidate = useCallback((error: unknown) => setLink({ state: 'invalid', error }), []);
  useEffect(() => {
    if (!token) return;
    const request = new AbortController();
    validateResetToken(token, request.signal).then(
      (account) => setLink({ state: 'valid', account }),
      (error: unknown) => {
        if (!request.signal.aborted) invalidate(error);
      },
    );
    return () => request.abort();
  }, [token, invalidate]);
  return [link, invalidate];
}
