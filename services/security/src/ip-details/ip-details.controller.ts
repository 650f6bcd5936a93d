import { Controller, Get, Query } from '@nestjs/common';
import {
  ipDetails,
  ipDetailsQuery,
  type IpDetailsQuery,
} from '@casement/proto/http/security/ip-details.js';
import { AdminOnly } from '@casement/common/auth/access.decorators.js';
import { Answers } from '@casement/common/http/answers.decorator.js';
import { reply } from '@casement/common/http/reply.js';
import { IpDetailsService } from './ip-details.service.js';

@Controller('security/ip-details')
@AdminOnly()
export class IpDetailsController {
  constructor(private readonly service: IpDetailsService) {}

  @Get()
  @Answers(ipDetails)
  async of(@Query({ schema: ipDetailsQuery }) { ip }: IpDetailsQuery) {
    return reply(await this.service.of(ip), 'IP details');
  }
}
