import { call } from '@/lib/api-client.js';

export const resendVerification = () =>
  call<unknown>('POST', '/auth/resend-verification', { body: {} });
