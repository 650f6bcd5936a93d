import type { OwnTwoFactor } from '@casement/proto/http/auth/two-factor.js';
import type { Page } from '@playwright/test';
import { Refusal, type Answers } from './mock-api.js';
import { customer, qrTopup } from './customer.js';

const ADDED = '2026-11-20T03:00:00.000Z';
const CODES = Array.from({ length: 10 }, (_, i) => `k3f${i}-9mzq-v7ad-h2t${i}`);

export const passkey = (id: string, device: string): OwnTwoFactor['passkeys'][number] => ({
  id,
  device,
  synced: id === 'p1',
  created_at: ADDED,
  last_used_at: null,
});

/** API responses for a customer who changes the second factors, which start as `factors`. */
export function owner(factors: Partial<OwnTwoFactor> = {}): Answers {
  let own: OwnTwoFactor = {
    app_enabled_at: null,
    recovery_codes: 10,
    passkeys: [],
    recovery_at: null,
    ...factors,
  };
  const change = (changed: Partial<OwnTwoFactor>, answer: unknown = null) => {
    own = { ...own, ...changed };
    return answer;
  };
  return {
    ...customer(),
    'GET /user/2fa': () => own,
    'POST /user/2fa/setup': () => ({
      secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
      qrSvg: '',
      qrBase64: qrTopup.qr_url,
    }),
    'POST /user/2fa/enable': () => change({ app_enabled_at: ADDED }, { recoveryCodes: CODES }),
    'POST /auth/refresh': () => ({ accessToken: 'token' }),
    'DELETE /user/2fa': () => change({ app_enabled_at: null }),
    'POST /user/2fa/recovery-codes': () => ({ recoveryCodes: CODES }),
    'POST /user/passkeys/options': () => ({
      options: {
        challenge: 'Y2hhbGxlbmdl',
        rp: { id: 'localhost', name: 'Casement' },
        user: { id: 'dXNlcg', name: 'rahmat_p', displayName: 'rahmat_p' },
        pubKeyCredParams: [
          { type: 'public-key', alg: -7 },
          { type: 'public-key', alg: -257 },
        ],
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      },
    }),
    'POST /user/passkeys': () =>
      change(
        { passkeys: [...own.passkeys, passkey('new', 'Chrome on Linux')] },
        { recoveryCodes: CODES },
      ),
    'DELETE /user/passkeys/p1': () =>
      change({ passkeys: own.passkeys.filter(({ id }) => id !== 'p1') }),
    'DELETE /user/2fa/recovery': () => change({ recovery_at: null }),
  };
}

/** Refuses the call until the user has confirmed their identity. */
export function needsStepUp(call: string, answers: Answers, proof: () => unknown): Answers {
  let confirmed = false;
  return {
    ...answers,
    [call]: (body) =>
      confirmed ? answers[call]?.(body) : new Refusal(403, 'Confirm first.', 'STEP_UP_REQUIRED'),
    'POST /auth/step-up': () => {
      const answer = proof();
      confirmed = !(answer instanceof Refusal);
      return answer;
    },
  };
}

/** Adds a platform authenticator with user verification, as Chrome DevTools does. */
export async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}
