import type { LoginResponse } from '@casement/proto/http/sign-in.js';
import type { UserEntity } from '../users/user.entity.js';
import { toUserResponse } from '../users/users.mapper.js';
import type { IssuedSession } from './sessions.service.js';

/** What a sign-in that is through answers, with or without a second step. */
export const toSignedIn = (user: UserEntity, { accessToken }: IssuedSession): LoginResponse => ({
  twoFactorRequired: false,
  user: toUserResponse(user),
  accessToken,
  requiresEmail: user.email === null,
});
