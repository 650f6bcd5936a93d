import { z } from 'zod';
import { userId } from '../envelope.js';
import { defineRoutes } from '../route.js';
import {
  accountLinkRequest,
  changeEmailRequest,
  verifyEmailRequest,
  verifyEmailResponse,
} from './email-addresses.js';
import { addPasskeyRequest, passkeyOptionsResponse, passkeySignInRequest } from './passkeys.js';
import { loginResponse } from './sign-in.js';
import {
  ownTwoFactor,
  recoveryStatus,
  twoFactorEnableRequest,
  twoFactorEnableResponse,
  twoFactorSetupResponse,
} from './two-factor.js';

/** Second factors and address of an account. Unlike at `/admin/2fa`, each change needs step-up. */
export const accountSecurityRoutes = defineRoutes({
  ownTwoFactor: { method: 'GET', path: '/user/2fa', effect: 'read', answer: ownTwoFactor },
  setUpOwnApp: {
    method: 'POST',
    path: '/user/2fa/setup',
    effect: 'access',
    answer: twoFactorSetupResponse,
  },
  enableOwnApp: {
    method: 'POST',
    path: '/user/2fa/enable',
    effect: 'access',
    body: twoFactorEnableRequest,
    answer: twoFactorEnableResponse,
  },
  /** Removes the authenticator app. The code was given in the step-up. */
  removeOwnApp: { method: 'DELETE', path: '/user/2fa', effect: 'access', answer: null },
  /** Replaces all recovery codes. */
  renewRecoveryCodes: {
    method: 'POST',
    path: '/user/2fa/recovery-codes',
    effect: 'access',
    answer: twoFactorEnableResponse,
  },
  passkeyOptions: {
    method: 'POST',
    path: '/user/passkeys/options',
    effect: 'access',
    answer: passkeyOptionsResponse,
  },
  /** Answers with recovery codes unless the user already has some. */
  addPasskey: {
    method: 'POST',
    path: '/user/passkeys',
    effect: 'access',
    body: addPasskeyRequest,
    answer: twoFactorEnableResponse,
    status: 201,
  },
  removePasskey: {
    method: 'DELETE',
    path: '/user/passkeys/{id}',
    effect: 'access',
    params: { id: z.uuid('Unknown passkey').toLowerCase() },
    answer: null,
  },
  stepUpPasskeyOptions: {
    method: 'POST',
    path: '/auth/step-up/passkey',
    effect: 'proof',
    answer: passkeyOptionsResponse,
  },
  resetPasskeyOptions: {
    method: 'POST',
    path: '/auth/reset-password/passkey',
    effect: 'proof',
    body: accountLinkRequest,
    answer: passkeyOptionsResponse,
  },
  signInPasskeyOptions: {
    method: 'POST',
    path: '/auth/passkeys/options',
    effect: 'proof',
    answer: passkeyOptionsResponse,
  },
  signInByPasskey: {
    method: 'POST',
    path: '/auth/passkeys/verify',
    effect: 'proof',
    body: passkeySignInRequest,
    answer: loginResponse,
  },
  changeEmail: {
    method: 'POST',
    path: '/user/email',
    effect: 'access',
    body: changeEmailRequest,
    answer: null,
  },
  confirmEmailChange: {
    method: 'POST',
    path: '/user/email/confirm',
    effect: 'proof',
    body: verifyEmailRequest,
    answer: verifyEmailResponse,
  },
  undoEmailChange: {
    method: 'POST',
    path: '/auth/email/undo',
    effect: 'proof',
    body: accountLinkRequest,
    answer: null,
  },
  recoveryOfUser: {
    method: 'GET',
    path: '/admin/users/{id}/recovery',
    effect: 'read',
    params: { id: userId },
    answer: recoveryStatus,
  },
  /** Starts a recovery, which removes the user's second factors after 24 hours unless it is cancelled. */
  startRecovery: {
    method: 'POST',
    path: '/admin/users/{id}/recovery',
    effect: 'access',
    params: { id: userId },
    answer: recoveryStatus,
  },
  cancelRecoveryOfUser: {
    method: 'DELETE',
    path: '/admin/users/{id}/recovery',
    effect: 'upkeep',
    params: { id: userId },
    answer: null,
  },
  cancelOwnRecovery: {
    method: 'DELETE',
    path: '/user/2fa/recovery',
    effect: 'own',
    answer: null,
  },
  cancelRecoveryByLink: {
    method: 'POST',
    path: '/auth/recovery/cancel',
    effect: 'proof',
    body: accountLinkRequest,
    answer: null,
  },
});
