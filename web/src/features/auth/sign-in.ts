import type {
  LoginRequest,
  LoginResponse,
  RegisterRequest,
} from '@casement/proto/http/auth/sign-in.js';
import type { PasskeyAssertion } from '@casement/proto/http/auth/passkeys.js';
import type { TwoFactorVerifyRequest } from '@casement/proto/http/auth/two-factor.js';
import { paths } from '@/config/paths.js';
import { messageOf, DisplayableError } from '@/lib/api/api-error.js';
import { t } from '@/messages/i18n.js';
import { awaitTwoFactor, setSignInError, startSession } from '@/lib/session/session.js';
import { toastFailure } from '@/lib/toast/toast-failure.js';
import { authMessages } from '@/messages/account/auth.js';
import { login, register, verifyPasskey, verifyTwoFactor } from './api.js';

/**
 * SPEC §4: a login leads to the second step, to the mandatory Add Email dialog, or to the dashboard.
 *
 * @throws the failure, which the session also keeps as its error
 */
export const signIn = (body: LoginRequest): Promise<void> =>
  withSignInError(t(authMessages).login.failed, async () => {
    const answer = await login(body);
    if (answer.twoFactorRequired) {
      return awaitTwoFactor(answer.challengeId ?? null, answer.passkey);
    }
    startSessionFrom(answer);
  });

/** Second step of a sign-in. Fails without an active challenge (SPEC §5). @throws as `signIn` */
export const confirmSignIn = (
  challengeId: string | null,
  proof: Omit<TwoFactorVerifyRequest, 'challengeId'>,
): Promise<void> => {
  const { twoFactor: m } = t(authMessages);
  return withSignInError(m.failedFallback, async () => {
    if (!challengeId) throw new DisplayableError(m.noChallenge);
    startSessionFrom(await verifyTwoFactor({ challengeId, ...proof }));
  });
};

/**
 * Signs in with a passkey chosen from the browser's autofill. Shows a failure as a toast because no form was submitted
 * that could show it.
 */
export async function signInByPasskey(credential: PasskeyAssertion): Promise<void> {
  const { login: m } = t(authMessages);
  try {
    startSessionFrom(await verifyPasskey(credential));
  } catch (error) {
    toastFailure(m.failed, error, m.failedHelp);
  }
}

/** Creates an account and signs in immediately. Its address is not verified yet. @throws as `signIn` */
export const signUp = (body: RegisterRequest): Promise<void> =>
  withSignInError(t(authMessages).register.failed, async () => {
    startSessionFrom(await register(body), paths.verifyEmail);
  });

/** SPEC §5: success requires both user and accessToken in the response. */
function startSessionFrom(
  { user, accessToken, requiresEmail }: LoginResponse,
  next?: string,
): void {
  if (!user || !accessToken) throw new DisplayableError(t(authMessages).login.invalidResponse);
  startSession(user, accessToken, { next, requiresEmail });
}

async function withSignInError(fallback: string, signIn: () => Promise<void>): Promise<void> {
  try {
    await signIn();
  } catch (error) {
    setSignInError(messageOf(error, fallback));
    throw error;
  }
}
