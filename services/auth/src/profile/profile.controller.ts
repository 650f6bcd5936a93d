import { Body, Controller } from '@nestjs/common';
import { SignedIn } from '@casement/common/platform/auth/access.decorators.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { CurrentActor } from '@casement/common/platform/auth/current-actor.decorator.js';
import { reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import type { ProfileResponse, UpdateProfileRequest } from '@casement/proto/http/account.js';
import { authRoutes } from '@casement/proto/http/auth.routes.js';
import type { UserEntity } from '../users/user.entity.js';
import { toUserResponse } from '../users/users.mapper.js';
import { ProfileService } from './profile.service.js';

@Controller()
@SignedIn()
export class ProfileController {
  constructor(private readonly service: ProfileService) {}

  @Route(authRoutes.profile)
  async get(@CurrentActor() actor: Actor) {
    return reply(toProfileResponse(await this.service.get(actor)), 'Profile');
  }

  @Route(authRoutes.updateProfile)
  async update(@CurrentActor() actor: Actor, @Body() body: UpdateProfileRequest) {
    return reply(toProfileResponse(await this.service.update(actor, body)), 'Profile updated');
  }
}

const toProfileResponse = (user: UserEntity): ProfileResponse => ({ user: toUserResponse(user) });
