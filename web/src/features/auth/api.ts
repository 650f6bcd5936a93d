import { authRoutes } from '@casement/proto/http/auth/auth.routes.js';
import type {
  AddEmailRequest,
  MigrationVerifyRequest,
  VerifyEmailRequest,
} from '@casement/proto/http/auth/email-addresses.js';
import type {
  ForgotPasswordRequest,
  ResetPasswordRequest,
} from '@casement/proto/http/auth/passwords.js';
import type { LoginRequest, RegisterRequest } from '@casement/proto/http/auth/sign-in.js';
import type { TwoFactorVerifyRequest } from '@casement/proto/http/auth/two-factor.js';
import { call } from '@/lib/api/api-client.js';
import { ApiError } from '@/lib/api/api-error.js';

export const register = (body: RegisterRequest) => call(authRoutes.register, { body });

/** Where the server wants a proof of work, it is made and the same form sent with it. */
export async function login(body: LoginRequest) {
  try {
    return await call(authRoutes.login, { body });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'PROOF_OF_WORK_REQUIRED') throw error;
    const { prove } = await import('./proof-of-work.js');
    return call(authRoutes.login, { body: { ...body, proof: await prove(body.captchaId) } });
  }
}

export const verifyTwoFactor = (body: TwoFactorVerifyRequest) =>
  call(authRoutes.verifyTwoFactor, { body });

export const verifyEmail = (body: VerifyEmailRequest) => call(authRoutes.verifyEmail, { body });

export const resendVerification = () => call(authRoutes.resendVerification);

export const forgotPassword = (body: ForgotPasswordRequest) =>
  call(authRoutes.forgotPassword, { body });

/** Whose account a reset link belongs to. */
export const validateResetToken = (token: string, signal: AbortSignal) =>
  call(authRoutes.validateResetToken, { params: { token }, signal });

export const resetPassword = (body: ResetPasswordRequest) =>
  call(authRoutes.resetPassword, { body });

export const addEmail = (body: AddEmailRequest) => call(authRoutes.addEmail, { body });

/** The link in the mail to a user who has added an address. */
export const verifyMigration = (body: MigrationVerifyRequest) =>
  call(authRoutes.verifyMigrationLink, { body });
