import { Body, Controller, Get, Put } from '@nestjs/common';
import { SignedIn } from '@casement/common/auth/access.decorators.js';
import type { Actor } from '@casement/common/auth/actor.js';
import { CurrentActor } from '@casement/common/auth/current-actor.decorator.js';
import { Answers } from '@casement/common/http/answers.decorator.js';
import { reply } from '@casement/common/http/reply.js';
import {
  profileResponse,
  updateProfileRequest,
  type ProfileResponse,
  type UpdateProfileRequest,
} from '@casement/proto/http/auth.js';
import type { User } from '../users/user.entity.js';
import { toUserResponse } from '../users/users.mapper.js';
import { ProfileService } from './profile.service.js';

@Controller('user/profile')
@SignedIn()
export class ProfileController {
  constructor(private readonly service: ProfileService) {}

  @Get()
  @Answers(profileResponse)
  async get(@CurrentActor() actor: Actor) {
    return reply(toProfileResponse(await this.service.get(actor)), 'Profile');
  }

  @Put()
  @Answers(profileResponse)
  async update(
    @CurrentActor() actor: Actor,
    @Body({ schema: updateProfileRequest }) body: UpdateProfileRequest,
  ) {
    return reply(toProfileResponse(await this.service.update(actor, body)), 'Profile updated');
  }
}

const toProfileResponse = (user: User): ProfileResponse => ({ user: toUserResponse(user) });
