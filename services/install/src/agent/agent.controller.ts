import {
  Body,
  Controller,
  Header,
  Param,
  Query,
  StreamableFile,
  UseInterceptors,
} from '@nestjs/common';
import type { RecoveryOrder } from '@casement/proto/http/install/recovery.js';
import { agentRoutes } from '@casement/proto/http/install/install-agent.routes.js';
import { Access } from '@casement/common/platform/auth/access.decorators.js';
import { logger } from '@casement/common/core/logging/logger.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import { AgentCalls, type Form } from '@casement/install-engine/agent-api/agent-calls.js';
import type { AgentCaller } from '@casement/install-engine/agent-api/ports.js';
import { RecoveryService } from '../recovery/recovery.service.js';
import { AgentErrors } from './agent-errors.interceptor.js';
import { Caller } from './caller.decorator.js';

const log = logger('agent');
const TEXT = 'text/plain; charset=utf-8';

/** Calls of the RAM stage, authorised by the engine's AgentSession. Responses are KEY=VALUE lines. */
@Controller()
@Access('agent')
@UseInterceptors(AgentErrors)
export class AgentController {
  constructor(
    private readonly calls: AgentCalls,
    private readonly recovery: RecoveryService,
  ) {}

  @Route(agentRoutes.time)
  @Header('Content-Type', TEXT)
  time(@Caller() caller: AgentCaller): Promise<string> {
    return this.calls.time(caller);
  }

  @Route(agentRoutes.checkIn)
  @Header('Content-Type', TEXT)
  checkIn(@Caller() caller: AgentCaller, @Body() form: Form): Promise<string> {
    return this.calls.checkIn(caller, form);
  }

  @Route(agentRoutes.commit)
  @Header('Content-Type', TEXT)
  commit(@Caller() caller: AgentCaller, @Body() form: Form): Promise<string> {
    return this.calls.commit(caller, form);
  }

  @Route(agentRoutes.progress)
  @Header('Content-Type', TEXT)
  progress(@Caller() caller: AgentCaller, @Body() form: Form): Promise<string> {
    return this.calls.progress(caller, form);
  }

  @Route(agentRoutes.failure)
  @Header('Content-Type', TEXT)
  async failure(@Caller() caller: AgentCaller, @Body() form: Form): Promise<string> {
    const { code, detail, final } = await this.calls.failure(caller, form);
    log.warn({ code, detail, final }, 'RAM stage reported a failure');
    return this.calls.answer({ STATUS: 'ok' });
  }

  @Route(agentRoutes.files)
  @Header('Content-Type', 'application/x-tar')
  async files(@Caller() caller: AgentCaller, @Query() query: Form): Promise<StreamableFile> {
    return new StreamableFile(await this.calls.files(caller, query));
  }

  @Route(agentRoutes.recoveryReport)
  recoveryReport(@Caller() caller: AgentCaller, @Body() form: Form): Promise<RecoveryOrder> {
    return this.recovery.report(caller, form);
  }

  @Route(agentRoutes.windowsUp)
  @Header('Content-Type', TEXT)
  windowsUp(
    @Caller() caller: AgentCaller,
    @Param('installId') installId: string,
    @Body() form: Form | undefined,
  ): Promise<string> {
    return this.calls.windowsUp(installId, caller.token, form ?? {});
  }
}
