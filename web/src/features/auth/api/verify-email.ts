import type { VerifyEmailRequest, VerifyEmailResponse } from '@casement/proto/http/auth.js';
import { call } from '@/lib/api-client.js';

export const verifyEmail = (body: VerifyEmailRequest) =>
  call<Partial<VerifyEmailResponse>>('POST', '/auth/verify-email', { body });
