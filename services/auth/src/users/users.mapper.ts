import type { User as UserResponse } from '@casement/proto/http/auth/users.js';
import type { UserSummary } from '@casement/proto/gen/casement/auth/v1/auth_service.js';
import type { User } from './users.service.js';

/** Fields that come from other services are null. */
export function toUserResponse(user: User): UserResponse {
  return {
    id: user.id,
    username: user.username,
    email: user.email,
    is_verified: user.emailVerifiedAt !== null,
    admin: user.admin ? 1 : 0,
    quota: null,
    profile: { first_name: user.firstName, avatar_url: user.avatarUrl },
    telegram: null,
    telegram_display_name: null,
    telegram_user_id: null,
    telegram_notifications: null,
    created_at: user.createdAt.toISOString(),
    language: user.languageChosen ? user.language : null,
    time_zone: user.timeZone,
  };
}

export function toUserSummary(user: User, twoFactor: boolean): UserSummary {
  return {
    id: user.id,
    username: user.username,
    email: user.email ?? '',
    isVerified: user.emailVerifiedAt !== null,
    admin: user.admin,
    language: user.language,
    twoFactor,
    timeZone: user.timeZone,
  };
}
