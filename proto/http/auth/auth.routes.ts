import { z } from 'zod';
import {
  dashboardResponse,
  dataExport,
  profileResponse,
  updateProfileRequest,
  userSession,
} from './account.js';
import {
  addEmailRequest,
  addEmailResponse,
  migrationVerifyRequest,
  migrationVerifyResponse,
  verifyEmailRequest,
  verifyEmailResponse,
} from './email-addresses.js';
import {
  forgotPasswordRequest,
  resetPasswordRequest,
  resetTokenResponse,
  updatePasswordRequest,
  updatePasswordResponse,
} from './passwords.js';
import {
  captchaChallenge,
  loginRequest,
  loginResponse,
  refreshResponse,
  registerRequest,
  registerResponse,
} from './sign-in.js';
import {
  stepUpRequest,
  stepUpResponse,
  twoFactorDisableRequest,
  twoFactorEnableRequest,
  twoFactorEnableResponse,
  twoFactorSetupResponse,
  twoFactorStatusResponse,
  twoFactorVerifyRequest,
} from './two-factor.js';
import {
  adminNoteRequest,
  adminUser,
  adminUsersQuery,
  updateRoleRequest,
  updateRoleResponse,
  userActionRequest,
  userActionResponse,
} from './users.js';
import { apiKey, createApiKeyRequest, createdApiKey } from './api-keys.js';
import { userId } from '../envelope.js';
import { defineRoutes } from '../route.js';

const apiKeyId = z.uuid('Unknown key').toLowerCase();
const sessionId = z.uuid('Unknown session').toLowerCase();
/** Returns the challenge at the top level and in `data` (SPEC §7). */
const captcha = {
  answer: z.object({ captcha: captchaChallenge }),
  extra: { captcha: captchaChallenge },
} as const;

export const authRoutes = defineRoutes({
  deleteOwnAccount: {
    method: 'DELETE',
    path: '/user/account',
    effect: 'availability',
    answer: null,
  },
  exportAccount: {
    method: 'POST',
    path: '/user/account/export',
    effect: 'export',
    answer: dataExport,
  },
  deleteUser: {
    method: 'DELETE',
    path: '/admin/users/{id}',
    effect: 'availability',
    params: { id: userId },
    answer: null,
  },
  adminUsers: {
    method: 'GET',
    path: '/admin/users',
    effect: 'data',
    query: adminUsersQuery,
    answer: adminUser,
    paged: true,
  },
  /** Single user. A user who is being deleted is not found. */
  oneUser: {
    method: 'GET',
    path: '/admin/users/{id}',
    effect: 'read',
    params: { id: userId },
    answer: adminUser,
  },
  /** Sessions of a user, most recently used first. */
  sessionsOfUser: {
    method: 'GET',
    path: '/admin/users/{id}/sessions',
    effect: 'read',
    params: { id: userId },
    answer: z.array(userSession),
  },
  changeRole: {
    method: 'PUT',
    path: '/admin/users/{id}',
    effect: 'access',
    params: { id: userId },
    body: updateRoleRequest,
    answer: updateRoleResponse,
  },
  /** Suspends users, lifts suspensions, signs users out or sends them a new code. */
  actOnUsers: {
    method: 'POST',
    path: '/admin/users/actions',
    effect: 'availability',
    body: userActionRequest,
    answer: userActionResponse,
  },
  setAdminNote: {
    method: 'PUT',
    path: '/admin/users/{id}/note',
    effect: 'upkeep',
    params: { id: userId },
    body: adminNoteRequest,
    answer: null,
  },
  captcha: { method: 'GET', path: '/auth/captcha', effect: 'read', ...captcha },
  generateCaptcha: { method: 'GET', path: '/auth/captcha/generate', effect: 'read', ...captcha },
  dashboard: { method: 'GET', path: '/user/dashboard', effect: 'read', answer: dashboardResponse },
  verifyEmail: {
    method: 'POST',
    path: '/auth/verify-email',
    effect: 'proof',
    body: verifyEmailRequest,
    answer: verifyEmailResponse,
  },
  resendVerification: {
    method: 'POST',
    path: '/auth/resend-verification',
    effect: 'own',
    answer: null,
  },
  addEmail: {
    method: 'POST',
    path: '/migration/add-email',
    effect: 'access',
    body: addEmailRequest,
    answer: addEmailResponse,
  },
  verifyMigrationLink: {
    method: 'POST',
    path: '/migration/verify-email',
    effect: 'proof',
    body: migrationVerifyRequest,
    answer: migrationVerifyResponse,
  },
  updatePassword: {
    method: 'POST',
    path: '/user/update-password',
    effect: 'proof',
    body: updatePasswordRequest,
    answer: updatePasswordResponse,
  },
  forgotPassword: {
    method: 'POST',
    path: '/auth/forgot-password',
    effect: 'proof',
    body: forgotPasswordRequest,
    answer: null,
  },
  validateResetToken: {
    method: 'GET',
    path: '/auth/validate-reset-token/{token}',
    effect: 'read',
    params: { token: z.string() },
    answer: resetTokenResponse,
  },
  resetPassword: {
    method: 'POST',
    path: '/auth/reset-password',
    effect: 'proof',
    body: resetPasswordRequest,
    answer: null,
  },
  profile: { method: 'GET', path: '/user/profile', effect: 'read', answer: profileResponse },
  updateProfile: {
    method: 'PUT',
    path: '/user/profile',
    effect: 'own',
    body: updateProfileRequest,
    answer: profileResponse,
  },
  register: {
    method: 'POST',
    path: '/auth/register',
    effect: 'proof',
    body: registerRequest,
    answer: registerResponse,
    status: 201,
  },
  ownSessions: {
    method: 'GET',
    path: '/user/sessions',
    effect: 'read',
    answer: z.array(userSession),
  },
  endOtherSessions: {
    method: 'DELETE',
    path: '/user/sessions',
    effect: 'availability',
    answer: null,
  },
  endSession: {
    method: 'DELETE',
    path: '/user/sessions/{id}',
    effect: 'availability',
    params: { id: sessionId },
    answer: null,
  },
  /** Newest first. */
  ownApiKeys: { method: 'GET', path: '/user/api-keys', effect: 'read', answer: z.array(apiKey) },
  createApiKey: {
    method: 'POST',
    path: '/user/api-keys',
    effect: 'access',
    idempotency: 'id',
    body: createApiKeyRequest,
    answer: createdApiKey,
    status: 201,
  },
  revokeApiKey: {
    method: 'DELETE',
    path: '/user/api-keys/{id}',
    effect: 'own',
    params: { id: apiKeyId },
    answer: null,
  },
  /** Ends the other sessions, API keys, device logins and the Telegram link, and pauses the webhooks. */
  revokeOtherAccess: {
    method: 'POST',
    path: '/user/access/revoke',
    effect: 'own',
    answer: null,
  },
  refresh: { method: 'POST', path: '/auth/refresh', effect: 'proof', answer: refreshResponse },
  logout: { method: 'POST', path: '/auth/logout', effect: 'own', answer: null },
  login: {
    method: 'POST',
    path: '/auth/login',
    effect: 'proof',
    body: loginRequest,
    answer: loginResponse,
  },
  stepUp: {
    method: 'POST',
    path: '/auth/step-up',
    effect: 'proof',
    body: stepUpRequest,
    answer: stepUpResponse,
  },
  twoFactorStatus: {
    method: 'GET',
    path: '/admin/2fa/status',
    effect: 'read',
    answer: twoFactorStatusResponse,
  },
  setUpTwoFactor: {
    method: 'POST',
    path: '/admin/2fa/setup',
    effect: 'access',
    answer: twoFactorSetupResponse,
  },
  enableTwoFactor: {
    method: 'POST',
    path: '/admin/2fa/enable',
    effect: 'proof',
    body: twoFactorEnableRequest,
    answer: twoFactorEnableResponse,
  },
  disableTwoFactor: {
    method: 'POST',
    path: '/admin/2fa/disable',
    effect: 'proof',
    body: twoFactorDisableRequest,
    answer: null,
  },
  testTwoFactor: {
    method: 'POST',
    path: '/admin/2fa/test',
    effect: 'proof',
    body: twoFactorDisableRequest,
    answer: null,
  },
  verifyTwoFactor: {
    method: 'POST',
    path: '/auth/2fa/verify',
    effect: 'proof',
    body: twoFactorVerifyRequest,
    answer: loginResponse,
  },
});
