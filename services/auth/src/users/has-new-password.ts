import type { UserEntity } from './user.entity.js';

/**
 * Whether an account's password was changed since it was looked at. Another hash alone proves nothing:
 * a sign-in beside this one may have stored a better hash of the same password. A change raises the epoch.
 */
export const hasNewPassword = (now: UserEntity, seen: UserEntity): boolean =>
  now.epoch !== seen.epoch && now.passwordHash !== seen.passwordHash;
