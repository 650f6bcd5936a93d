import type { ResetTokenResponse } from '@casement/proto/http/auth/passwords.js';
import { useEffect, useState } from 'react';
import { isRefusal } from '@/lib/api/api-error.js';
import { validateResetToken } from './api.js';

/**
 * SPEC §4: loading, then invalid (no token, or the server refuses it) or valid. `failed` is a link of which nothing
 * is known, because the server could not say.
 */
export type ResetLink =
  | { state: 'checking' }
  | { state: 'invalid' | 'failed'; error?: unknown }
  | { state: 'valid'; account: ResetTokenResponse };

/** What a reset link is worth, the way to say that it has become invalid, and the way to look at it again. */
export function useResetLink(token: string) {
  const [link, setLink] = useState<ResetLink>({ state: token ? 'checking' : 'invalid' });
  const checking = link.state === 'checking';
  useEffect(() => {
    if (!checking) return;
    const request = new AbortController();
    validateResetToken(token, request.signal).then(
      (account) => setLink({ state: 'valid', account }),
      (error: unknown) => {
        if (request.signal.aborted) return;
        setLink({ state: isRefusal(error) ? 'invalid' : 'failed', error });
      },
    );
    return () => request.abort();
  }, [token, checking]);
  return {
    link,
    invalidate: (error: unknown) => setLink({ state: 'invalid', error }),
    retry: () => setLink({ state: 'checking' }),
  };
}
