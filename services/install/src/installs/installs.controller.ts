import { Body, Controller, Get, Header, Param, Post, Query } from '@nestjs/common';
import { z } from 'zod';
import { pageQuery, type PageQuery } from '@casement/proto/http/envelope.js';
import {
  installRecord,
  installRequest,
  type InstallRequest,
} from '@casement/proto/http/install.js';
import { SignedIn } from '@casement/common/auth/access.decorators.js';
import type { Actor } from '@casement/common/auth/actor.js';
import { CurrentActor } from '@casement/common/auth/current-actor.decorator.js';
import { RawAnswer } from '@casement/common/http/raw-answer.decorator.js';
import { Answers } from '@casement/common/http/answers.decorator.js';
import { paged, reply } from '@casement/common/http/reply.js';
import { CancellationsService } from './cancellations.service.js';
import { InstallLogsService } from './install-logs.service.js';
import { InstallMapper } from './install.mapper.js';
import { InstallsService } from './installs.service.js';
import { plainTextAnswer } from './plain-text-answer.js';

const installId = z.uuid('Install is not known');

const CANCELLED = 'Install cancelled';
const RETURNING =
  'The install is being cancelled: the VPS returns to Linux, then your quota is released';

@Controller('user')
@SignedIn()
export class InstallsController {
  constructor(
    private readonly service: InstallsService,
    private readonly cancellations: CancellationsService,
    private readonly logs: InstallLogsService,
    private readonly mapper: InstallMapper,
  ) {}

  @Post('install')
  @Answers(installRecord)
  async request(
    @CurrentActor() actor: Actor,
    @Body({ schema: installRequest }) body: InstallRequest,
  ) {
    const install = await this.service.request(actor, body);
    return reply(await this.mapper.forOwner(install), 'Installation started');
  }

  /** Only before the commit; after it 409 with the reason. */
  @Post('install/:id/cancel')
  @Answers(installRecord)
  async cancel(@CurrentActor() actor: Actor, @Param('id', { schema: installId }) id: string) {
    const install = await this.cancellations.cancel(actor, id);
    const message = install.status === 'failed' ? CANCELLED : RETURNING;
    return reply(await this.mapper.forOwner(install), message);
  }

  /** Plain text, to be read and to be kept. */
  @Get('install/:id/log')
  @RawAnswer('text/plain')
  @Header('Cache-Control', 'no-store')
  async log(@CurrentActor() actor: Actor, @Param('id', { schema: installId }) id: string) {
    return plainTextAnswer(await this.logs.forOwner(actor, id));
  }

  @Get('install-history')
  @Answers(installRecord, { paged: true })
  async history(@CurrentActor() actor: Actor, @Query({ schema: pageQuery }) query: PageQuery) {
    const { rows, total } = await this.service.list(actor, query);
    return paged(await this.mapper.manyForOwner(rows), total, query, 'Install history');
  }
}
