import type {
  LoginRequest,
  LoginResponse,
  RegisterRequest,
} from '@casement/proto/http/auth/sign-in.js';
import { paths } from '@/config/paths.js';
import { messageOf, DisplayableError } from '@/lib/api/api-error.js';
import { t } from '@/messages/i18n.js';
import { awaitTwoFactor, failSignIn, openSession } from '@/lib/session/session.js';
import { authMessages } from '@/messages/account/auth.js';
import { login, register, verifyTwoFactor } from './api.js';

/**
 * SPEC §4: a login leads to the second step, to the forced Add Email dialog, or in.
 *
 * @throws what went wrong; the session keeps it as its error
 */
export const signIn = (body: LoginRequest): Promise<void> =>
  keepingError(t(authMessages).login.failed, async () => {
    const answer = await login(body);
    if (answer.twoFactorRequired) return awaitTwoFactor(answer.challengeId ?? null);
    enter(answer);
  });

/** The second step. Without an active challenge there is nothing to verify (SPEC §5). @throws as `signIn` */
export const confirmSignIn = (challengeId: string | null, code: string): Promise<void> => {
  const { twoFactor: m } = t(authMessages);
  return keepingError(m.failedFallback, async () => {
    if (!challengeId) throw new DisplayableError(m.noChallenge);
    enter(await verifyTwoFactor({ challengeId, code }));
  });
};

/** A new account, signed in at once; its address is still to be verified. @throws as `signIn` */
export const signUp = (body: RegisterRequest): Promise<void> =>
  keepingError(t(authMessages).register.failed, async () => {
    enter(await register(body), paths.verifyEmail);
  });

/** SPEC §5: success needs both user and accessToken in the answer. */
function enter({ user, accessToken, requiresEmail }: LoginResponse, next?: string): void {
  if (!user || !accessToken) throw new DisplayableError(t(authMessages).login.invalidResponse);
  openSession(user, accessToken, { next, requiresEmail });
}

async function keepingError(fallback: string, signIn: () => Promise<void>): Promise<void> {
  try {
    await signIn();
  } catch (error) {
    failSignIn(messageOf(error, fallback));
    throw error;
  }
}
