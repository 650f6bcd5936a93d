import { Body, Controller } from '@nestjs/common';
import { SignedIn } from '@casement/common/platform/auth/access.decorators.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { CurrentActor } from '@casement/common/platform/auth/current-actor.decorator.js';
import { reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import type { UpdateProfileRequest } from '@casement/proto/http/auth/account.js';
import { authRoutes } from '@casement/proto/http/auth/auth.routes.js';
import { ProfileService } from './profile.service.js';
import { toUserResponse } from './users.mapper.js';

@Controller()
@SignedIn()
export class ProfileController {
  constructor(private readonly service: ProfileService) {}

  @Route(authRoutes.profile)
  async get(@CurrentActor() actor: Actor) {
    return reply({ user: toUserResponse(await this.service.get(actor)) }, 'Profile');
  }

  @Route(authRoutes.updateProfile)
  async update(@CurrentActor() actor: Actor, @Body() body: UpdateProfileRequest) {
    const user = await this.service.update(actor, body);
    return reply({ user: toUserResponse(user) }, 'Profile updated');
  }
}
