import { defineRoutes } from '../route.js';
import {
  ownTwoFactor,
  twoFactorEnableRequest,
  twoFactorEnableResponse,
  twoFactorSetupResponse,
} from './two-factor.js';

/** Second factors of the caller. Unlike the administrators' routes, each change needs step-up. */
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
});
