import type { ForgotPasswordRequest } from '@casement/proto/http/auth.js';
import { call } from '@/lib/api-client.js';

export const forgotPassword = (body: ForgotPasswordRequest) =>
  call<unknown>('POST', '/auth/forgot-password', { body });
