import type { ResetTokenResponse } from '@casement/proto/http/auth/passwords.js';
import { useEffect, useState } from 'react';
import { isRefusal } from '@/lib/api/api-error.js';
import { validateResetToken } from './api.js';

/**
 * SPEC §4. Without a token: `invalid`. Otherwise `checking` (loading), then `valid`, `invalid` (rejected by the server)
 * or `failed` (the server could not check the link).
 */
export type ResetLink =
  | { state: 'checking' }
  | { state: 'invalid' | 'failed'; error?: unknown }
  | { state: 'valid'; account: ResetTokenResponse };

/** Returns the state of a reset link, a function that marks it as invalid, and a function that rechecks it. */
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
