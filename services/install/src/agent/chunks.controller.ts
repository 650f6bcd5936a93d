import { Controller, Param, Query, Res, StreamableFile, UseInterceptors } from '@nestjs/common';
import type { ServerResponse } from 'node:http';
import type { ChunkQuery } from '@casement/proto/http/install-agent.routes.js';
import { agentRoutes } from '@casement/proto/http/install-agent.routes.js';
import { Access } from '@casement/common/platform/auth/access.decorators.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import { AgentCalls } from '@casement/install-engine/agent-api/agent-calls.js';
import type { AgentCaller } from '@casement/install-engine/agent-api/ports.js';
import { AgentErrors } from './agent-errors.interceptor.js';
import { agentErrors } from './agent.errors.js';
import { Caller } from './caller.decorator.js';
import { ImageBytes } from './image-bytes.js';

/** Windows images are licensed: only a live install's stage gets chunks, only of its own image, and all of them only after the commit. */
@Controller()
@Access('agent')
@UseInterceptors(AgentErrors)
export class ChunksController {
  constructor(
    private readonly calls: AgentCalls,
    private readonly bytes: ImageBytes,
  ) {}

  @Route(agentRoutes.chunk)
  async chunk(
    @Caller() caller: AgentCaller,
    @Param('sha256') hash: string,
    @Query() { origin }: ChunkQuery,
    @Res({ passthrough: true }) response: ServerResponse,
  ): Promise<StreamableFile | undefined> {
    const chunk = await this.calls.chunk(caller, hash, origin);
    if (!chunk) throw agentErrors.chunkNotFound();
    this.bytes.count(chunk);
    if ('url' in chunk) {
      response.statusCode = 307;
      response.setHeader('Location', chunk.url);
      return undefined;
    }
    return new StreamableFile(chunk.content, {
      type: 'application/zstd',
      length: chunk.size,
    });
  }
}
