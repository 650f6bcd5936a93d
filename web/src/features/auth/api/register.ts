import type { RegisterRequest, RegisterResponse } from '@casement/proto/http/auth.js';
import { call } from '@/lib/api-client.js';

export const register = (body: RegisterRequest) =>
  call<Partial<RegisterResponse>>('POST', '/auth/register', { body });
