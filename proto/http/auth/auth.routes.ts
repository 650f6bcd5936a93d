import { z } from 'zod';
import {
  dashboardResponse,
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
import { adminUser, adminUsersQuery, updateRoleRequest, updateRoleResponse } from './users.js';
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
  deleteOwnAccount: { method: 'DELETE', path: '/user/account', stepUp: true, answer: null },
  deleteUser: {
    method: 'DELETE',
    path: '/admin/users/{id}',
    stepUp: true,
    params: { id: userId },
    answer: null,
  },
  adminUsers: {
    method: 'GET',
    path: '/admin/users',
    query: adminUsersQuery,
    answer: adminUser,
    paged: true,
  },
  /** Single user. A user who is being deleted is not found. */
  oneUser: {
    method: 'GET',
    path: '/admin/users/{id}',
    params: { id: userId },
    answer: adminUser,
  },
  /** Sessions of a user, most recently used first. */
  sessionsOfUser: {
    method: 'GET',
    path: '/admin/users/{id}/sessions',
    params: { id: userId },
    answer: z.array(userSession),
  },
  changeRole: {
    method: 'PUT',
    path: '/admin/users/{id}',
    stepUp: true,
    params: { id: userId },
    body: updateRoleRequest,
    answer: updateRoleResponse,
  },
  captcha: { method: 'GET', path: '/auth/captcha', ...captcha },
  generateCaptcha: { method: 'GET', path: '/auth/captcha/generate', ...captcha },
  dashboard: { method: 'GET', path: '/user/dashboard', answer: dashboardResponse },
  verifyEmail: {
    method: 'POST',
    path: '/auth/verify-email',
    body: verifyEmailRequest,
    answer: verifyEmailResponse,
  },
  resendVerification: { method: 'POST', path: '/auth/resend-verification', answer: null },
  addEmail: {
    method: 'POST',
    path: '/migration/add-email',
    body: addEmailRequest,
    answer: addEmailResponse,
  },
  verifyMigrationLink: {
    method: 'POST',
    path: '/migration/verify-email',
    body: migrationVerifyRequest,
    answer: migrationVerifyResponse,
  },
  updatePassword: {
    method: 'POST',
    path: '/user/update-password',
    body: updatePasswordRequest,
    answer: updatePasswordResponse,
  },
  forgotPassword: {
    method: 'POST',
    path: '/auth/forgot-password',
    body: forgotPasswordRequest,
    answer: null,
  },
  validateResetToken: {
    method: 'GET',
    path: '/auth/validate-reset-token/{token}',
    params: { token: z.string() },
    answer: resetTokenResponse,
  },
  resetPassword: {
    method: 'POST',
    path: '/auth/reset-password',
    body: resetPasswordRequest,
    answer: null,
  },
  profile: { method: 'GET', path: '/user/profile', answer: profileResponse },
  updateProfile: {
    method: 'PUT',
    path: '/user/profile',
    body: updateProfileRequest,
    answer: profileResponse,
  },
  register: {
    method: 'POST',
    path: '/auth/register',
    body: registerRequest,
    answer: registerResponse,
    status: 201,
  },
  ownSessions: { method: 'GET', path: '/user/sessions', answer: z.array(userSession) },
  endOtherSessions: { method: 'DELETE', path: '/user/sessions', answer: null },
  endSession: {
    method: 'DELETE',
    path: '/user/sessions/{id}',
    params: { id: sessionId },
    answer: null,
  },
  /** Newest first. */
  ownApiKeys: { method: 'GET', path: '/user/api-keys', answer: z.array(apiKey) },
  createApiKey: {
    method: 'POST',
    path: '/user/api-keys',
    once: 'id',
    stepUp: true,
    body: createApiKeyRequest,
    answer: createdApiKey,
    status: 201,
  },
  revokeApiKey: {
    method: 'DELETE',
    path: '/user/api-keys/{id}',
    params: { id: apiKeyId },
    answer: null,
  },
  refresh: { method: 'POST', path: '/auth/refresh', answer: refreshResponse },
  logout: { method: 'POST', path: '/auth/logout', answer: null },
  login: { method: 'POST', path: '/auth/login', body: loginRequest, answer: loginResponse },
  stepUp: { method: 'POST', path: '/auth/step-up', body: stepUpRequest, answer: stepUpResponse },
  twoFactorStatus: { method: 'GET', path: '/admin/2fa/status', answer: twoFactorStatusResponse },
  setUpTwoFactor: {
    method: 'POST',
    path: '/admin/2fa/setup',
    stepUp: true,
    answer: twoFactorSetupResponse,
  },
  enableTwoFactor: {
    method: 'POST',
    path: '/admin/2fa/enable',
    body: twoFactorEnableRequest,
    answer: twoFactorEnableResponse,
  },
  disableTwoFactor: {
    method: 'POST',
    path: '/admin/2fa/disable',
    body: twoFactorDisableRequest,
    answer: null,
  },
  testTwoFactor: {
    method: 'POST',
    path: '/admin/2fa/test',
    body: twoFactorDisableRequest,
    answer: null,
  },
  verifyTwoFactor: {
    method: 'POST',
    path: '/auth/2fa/verify',
    body: twoFactorVerifyRequest,
    answer: loginResponse,
  },
});
