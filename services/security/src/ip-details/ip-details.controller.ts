import { Controller, Query } from '@nestjs/common';
import type { IpDetailsQuery } from '@casement/proto/http/security/ip-details.js';
import { securityRoutes } from '@casement/proto/http/security/security.routes.js';
import { AdminOnly } from '@casement/common/platform/auth/access.decorators.js';
import { reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import { IpDetailsService } from './ip-details.service.js';

@Controller()
@AdminOnly()
export class IpDetailsController {
  constructor(private readonly service: IpDetailsService) {}

  @Route(securityRoutes.ipDetails)
  async of(@Query() { ip }: IpDetailsQuery) {
    return reply(await this.service.of(ip), 'IP details');
  }
}
