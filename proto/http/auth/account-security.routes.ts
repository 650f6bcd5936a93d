import { defineRoutes } from '../route.js';
import {
  accountLinkRequest,
  changeEmailRequest,
  verifyEmailRequest,
  verifyEmailResponse,
} from './email-addresses.js';
import {
  ownTwoFactor,
  twoFactorEnableRequest,
  twoFactorEnableResponse,
  twoFactorSetupResponse,
} from './two-factor.js';

/** Second factors and address of the caller. Unlike the administrators' routes for two-factor, each change needs step-up. */
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
});
