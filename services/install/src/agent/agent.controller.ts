import {
  Body,
  Controller,
  Get,
  Header,
  Param,
  Post,
  Query,
  StreamableFile,
  UseInterceptors,
} from '@nestjs/common';
import { Access } from '@casement/common/auth/access.decorators.js';
import { RawAnswer } from '@casement/common/http/raw-answer.decorator.js';
import { logger } from '@casement/common/logging/logger.js';
import { AgentCalls, type Form } from '../engine/agent-api/agent-calls.js';
import { AgentErrors } from './agent-errors.interceptor.js';
import { AgentToken } from './agent-token.decorator.js';

const log = logger('agent');
const TEXT = 'text/plain; charset=utf-8';

/** What the RAM stage calls: its token in, KEY=VALUE lines out. The engine's AgentSession authorises it. */
@Controller('install/agent')
@Access('agent')
@RawAnswer('text/plain')
@UseInterceptors(AgentErrors)
export class AgentController {
  constructor(private readonly calls: AgentCalls) {}

  @Get('time')
  @Header('Content-Type', TEXT)
  time(@AgentToken() token: string): Promise<string> {
    return this.calls.time(token);
  }

  @Post('check-in')
  @Header('Content-Type', TEXT)
  checkIn(@AgentToken() token: string, @Body() form: Form): Promise<string> {
    return this.calls.checkIn(token, form);
  }

  @Post('commit')
  @Header('Content-Type', TEXT)
  commit(@AgentToken() token: string, @Body() form: Form): Promise<string> {
    return this.calls.commit(token, form);
  }

  @Post('progress')
  @Header('Content-Type', TEXT)
  progress(@AgentToken() token: string, @Body() form: Form): Promise<string> {
    return this.calls.progress(token, form);
  }

  @Post('failure')
  @Header('Content-Type', TEXT)
  async failure(@AgentToken() token: string, @Body() form: Form): Promise<string> {
    const { code, detail, final } = await this.calls.failure(token, form);
    log.warn({ code, detail, final }, 'the RAM stage reports trouble');
    return this.calls.answer({ STATUS: 'ok' });
  }

  @Get('files')
  @RawAnswer('application/x-tar')
  @Header('Content-Type', 'application/x-tar')
  @Header('Cache-Control', 'no-store')
  async files(@AgentToken() token: string, @Query() query: Form): Promise<StreamableFile> {
    return new StreamableFile(await this.calls.files(token, query));
  }

  @Post('windows-up/:installId')
  @Header('Content-Type', TEXT)
  windowsUp(@AgentToken() token: string, @Param('installId') installId: string): Promise<string> {
    return this.calls.windowsUp(installId, token);
  }
}
