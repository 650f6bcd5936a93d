import type { LoginRequest, LoginResponse } from '@casement/proto/http/auth.js';
import { call } from '@/lib/api-client.js';

export const login = (body: LoginRequest) => call<LoginResponse>('POST', '/auth/login', { body });
