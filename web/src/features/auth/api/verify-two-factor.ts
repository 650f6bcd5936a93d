import type { LoginResponse, TwoFactorVerifyRequest } from '@casement/proto/http/auth.js';
import { call } from '@/lib/api-client.js';

export const verifyTwoFactor = (body: TwoFactorVerifyRequest) =>
  call<LoginResponse>('POST', '/auth/2fa/verify', { body });
