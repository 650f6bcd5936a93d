import { accountSecurityRoutes } from '@casement/proto/http/auth/account-security.routes.js';
import type { PasskeyAssertion } from '@casement/proto/http/auth/passkeys.js';
import {
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  WebAuthnAbortService,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { call } from '@/lib/api/api-client.js';
import { signInByPasskey } from './sign-in.js';

/** Challenges are valid for five minutes. */
const RENEW_MS = 4 * 60_000;

/**
 * Lets the browser list passkeys in the autofill of the username field, and signs in with the chosen one. Fails
 * silently before a choice, because the form works without.
 */
export async function offerPasskeys(stop: AbortSignal): Promise<void> {
  if (!(await browserSupportsWebAuthnAutofill())) return;
  stop.addEventListener('abort', () => WebAuthnAbortService.cancelCeremony());
  while (!stop.aborted) {
    const { options } = await call(accountSecurityRoutes.signInPasskeyOptions, { signal: stop });
    if (stop.aborted) return;
    const renewal = setTimeout(() => WebAuthnAbortService.cancelCeremony(), RENEW_MS);
    const started = Date.now();
    const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
    const credential = await startAuthentication({ optionsJSON, useBrowserAutofill: true }).catch(
      () => null,
    );
    clearTimeout(renewal);
    if (credential) return signInByPasskey(credential as PasskeyAssertion);
    // Ended by the browser or another request, not by the renewal.
    if (Date.now() - started < RENEW_MS) return;
  }
}
