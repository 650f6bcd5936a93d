import { Body, Controller } from '@nestjs/common';
import { Public, SignedIn } from '@casement/common/platform/auth/access.decorators.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { CurrentActor } from '@casement/common/platform/auth/current-actor.decorator.js';
import { reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import type { CreateApiKeyRequest } from '@casement/proto/http/auth/api-keys.js';
import type {
  DeviceLogin as DeviceLoginResponse,
  DeviceTokenRequest,
  UserCodeRequest,
} from '@casement/proto/http/auth/device-logins.js';
import { deviceLoginRoutes } from '@casement/proto/http/auth/device-logins.routes.js';
import { toApiKey } from '../api-keys/api-keys.mapper.js';
import { DeviceLoginsService, type DeviceLogin } from './device-logins.service.js';

@Controller()
export class DeviceLoginsController {
  constructor(private readonly service: DeviceLoginsService) {}

  @Route(deviceLoginRoutes.beginDeviceLogin)
  @Public()
  async begin(@Body() body: CreateApiKeyRequest) {
    return reply(await this.service.begin(body), 'Please confirm the sign-in in your browser.');
  }

  @Route(deviceLoginRoutes.deviceToken)
  @Public()
  async exchange(@Body() { device_code }: DeviceTokenRequest) {
    const { stored, key } = await this.service.exchange(device_code);
    return reply({ ...toApiKey(stored), key }, 'The API key was created.');
  }

  @Route(deviceLoginRoutes.findDeviceLogin)
  @SignedIn()
  async find(@CurrentActor() actor: Actor, @Body() { user_code }: UserCodeRequest) {
    return reply(toDeviceLogin(await this.service.find(actor, user_code)), 'Sign-in of a terminal');
  }

  @Route(deviceLoginRoutes.approveDeviceLogin)
  @SignedIn()
  async approve(@CurrentActor() actor: Actor, @Body() { user_code }: UserCodeRequest) {
    await this.service.approve(actor, user_code);
    return reply(null, 'The sign-in was confirmed.');
  }

  @Route(deviceLoginRoutes.denyDeviceLogin)
  @SignedIn()
  async deny(@CurrentActor() actor: Actor, @Body() { user_code }: UserCodeRequest) {
    await this.service.deny(actor, user_code);
    return reply(null, 'The sign-in was denied. No key was created.');
  }
}

const toDeviceLogin = (login: DeviceLogin): DeviceLoginResponse => ({
  name: login.name,
  scopes: login.scopes,
  networks: login.networks,
  expires_in_days: login.expiresInDays,
  address: login.address,
  requested_at: login.createdAt.toISOString(),
  expires_at: login.expiresAt.toISOString(),
});
