import { newId } from '@casement/common/data/database/new-id.js';
import type { UserEntity } from '../../src/users/user.entity.js';

export function aUser(overrides: Partial<UserEntity> = {}): UserEntity {
  const id = newId();
  const now = new Date();
  return {
    id,
    username: `ann-${id.slice(-8)}`,
    email: `ann-${id.slice(-8)}@example.test`,
    emailChangedAt: null,
    emailVerifiedAt: null,
    passwordHash: 'unusable',
    admin: false,
    epoch: 1,
    epochRaisedAt: null,
    firstName: null,
    avatarUrl: null,
    language: 'en',
    languageChosen: false,
    timeZone: 'Asia/Jakarta',
    deletingSince: null,
    suspendedAt: null,
    suspendedReason: null,
    adminNote: null,
    importedAt: null,
    createdAt: now,
    updatedAt: now,
    ...overrides,
  };
}
