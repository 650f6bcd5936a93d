import { authRoutes } from '@casement/proto/http/auth.routes.js';
import type { StepUpRequest } from '@casement/proto/http/two-factor.js';
import { call } from '@/lib/api/api-client.js';
import { accessToken } from '@/lib/session/token.js';

/** @returns the access token that the session goes on with */
export async function confirmIdentity(body: StepUpRequest): Promise<string> {
  const { accessToken: token } = await call(authRoutes.stepUp, { body });
  accessToken.set(token);
  return token;
}

/** Only administrators have two-factor. */
export const asksForCode = async (): Promise<boolean> =>
  (await call(authRoutes.twoFactorStatus)).enabled;
