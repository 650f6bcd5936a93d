import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { Actor } from '@casement/common/core/context/actor.js';
import { Database } from '@casement/common/data/database/database.js';
import { Audit } from '@casement/common/messaging/audit.js';
import type { UpdateProfileRequest } from '@casement/proto/http/auth/account.js';
import { LIMITS } from '../throttle/limits.js';
import { ThrottleService } from '../throttle/throttle.service.js';
import { UsersService, type User } from './users.service.js';

@Injectable()
export class ProfileService {
  constructor(
    private readonly db: Database,
    private readonly users: UsersService,
    private readonly throttle: ThrottleService,
    private readonly audit: Audit,
  ) {}

  get(actor: Actor): Promise<User> {
    return this.users.get(actor.userId);
  }

  /**
   * Leaves omitted fields unchanged; null and empty text clear a field.
   * @throws throttleErrors.tooManyAttempts
   */
  update(actor: Actor, request: UpdateProfileRequest): Promise<User> {
    return this.db.transaction(async (tx) => {
      const user = await this.users.getForUpdate(tx, actor.userId);
      const changes: Partial<User> = {};
      if (request.first_name !== undefined) changes.firstName = request.first_name || null;
      if (request.avatar_url !== undefined) changes.avatarUrl = request.avatar_url;
      if (request.language)
        Object.assign(changes, { language: request.language, languageChosen: true });
      if (request.time_zone) changes.timeZone = request.time_zone;
      const before = profileOf(user);
      const after = profileOf({ ...user, ...changes });
      if (isDeepStrictEqual(before, after)) return user;
      await this.throttle.take(LIMITS.profileChanges, user.id, tx);
      const changed = await this.users.change(tx, user, changes);
      const target = `user:${user.id}`;
      await this.audit.record(tx, { action: 'profile.updated', target, before, after });
      return changed;
    });
  }
}

const profileOf = ({ firstName, avatarUrl, language, languageChosen, timeZone }: User) => ({
  first_name: firstName,
  avatar_url: avatarUrl,
  language: languageChosen ? language : null,
  time_zone: timeZone,
});
