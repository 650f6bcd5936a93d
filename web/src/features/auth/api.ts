import { accountSecurityRoutes } from '@casement/proto/http/auth/account-security.routes.js';
import { authRoutes } from '@casement/proto/http/auth/auth.routes.js';
import type {
  AddEmailRequest,
  MigrationVerifyRequest,
  VerifyEmailRequest,
} from '@casement/proto/http/auth/email-addresses.js';
import type { PasskeyAssertion } from '@casement/proto/http/auth/passkeys.js';
import type {
  ForgotPasswordRequest,
  ResetPasswordRequest,
} from '@casement/proto/http/auth/passwords.js';
import type { LoginRequest, RegisterRequest } from '@casement/proto/http/auth/sign-in.js';
import type { TwoFactorVerifyRequest } from '@casement/proto/http/auth/two-factor.js';
import { call } from '@/lib/api/api-client.js';
import { ApiError } from '@/lib/api/api-error.js';

export const register = (body: RegisterRequest) => call(authRoutes.register, { body });

/** Signs in. If the server requires a proof of work, computes it and resends the same form. */
export async function login(body: LoginRequest) {
  try {
    return await call(authRoutes.login, { body });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'PROOF_OF_WORK_REQUIRED') throw error;
    const { solveProofOfWork } = await import('./proof-of-work.js');
    return call(authRoutes.login, {
      body: { ...body, proof: await solveProofOfWork(body.captchaId) },
    });
  }
}

export const verifyTwoFactor = (body: TwoFactorVerifyRequest) =>
  call(authRoutes.verifyTwoFactor, { body });

export const verifyEmail = (body: VerifyEmailRequest) => call(authRoutes.verifyEmail, { body });

export const resendVerification = () => call(authRoutes.resendVerification);

export const forgotPassword = (body: ForgotPasswordRequest) =>
  call(authRoutes.forgotPassword, { body });

/** Returns the account that a reset link belongs to. */
export const validateResetToken = (token: string, signal: AbortSignal) =>
  call(authRoutes.validateResetToken, { params: { token }, signal });

export const resetPassword = (body: ResetPasswordRequest) =>
  call(authRoutes.resetPassword, { body });

export const addEmail = (body: AddEmailRequest) => call(authRoutes.addEmail, { body });

/** Verifies the link mailed to a user who has added an address. */
export const verifyMigration = (body: MigrationVerifyRequest) =>
  call(authRoutes.verifyMigrationLink, { body });

/** @param token of the link in the mail to the former address */
export const undoEmailChange = (token: string) =>
  call(accountSecurityRoutes.undoEmailChange, { body: { token } });

export const verifyPasskey = (credential: PasskeyAssertion) =>
  call(accountSecurityRoutes.signInByPasskey, { body: { credential } });

/** @param token of the reset link */
export const resetPasskeyOptions = (token: string) =>
  call(accountSecurityRoutes.resetPasskeyOptions, { body: { token } });

/** @param token of the link in the mail about the recovery */
export const cancelRecovery = (token: string) =>
  call(accountSecurityRoutes.cancelRecoveryByLink, { body: { token } });
