import type { ResetPasswordRequest } from '@casement/proto/http/auth.js';
import { call } from '@/lib/api-client.js';

export const resetPassword = (body: ResetPasswordRequest) =>
  call<unknown>('POST', '/auth/reset-password', { body });
