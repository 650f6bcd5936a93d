import { Controller, Param, Query, Res, StreamableFile, UseInterceptors } from '@nestjs/common';
import type { ServerResponse } from 'node:http';
import type { ChunkQuery } from '@casement/proto/http/install/install-agent.routes.js';
import { agentRoutes } from '@casement/proto/http/install/install-agent.routes.js';
import { Metrics } from '@casement/common/core/metrics/metrics.js';
import { Access } from '@casement/common/platform/auth/access.decorators.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import { AgentCalls } from '@casement/install-engine/agent-api/agent-calls.js';
import type { AgentCaller } from '@casement/install-engine/agent-api/ports.js';
import { OWN_ORIGIN } from '@casement/windows-image/origins/origin-settings.js';
import { InstallConfig } from '../config.js';
import { AgentErrors } from './agent-errors.interceptor.js';
import { agentErrors } from './agent.errors.js';
import { Caller } from './caller.decorator.js';

/**
 * Windows images are licensed. The stage of a live install gets only chunks of its own image, and gets all of them
 * only after the commit.
 */
@Controller()
@Access('agent')
@UseInterceptors(AgentErrors)
export class ChunksController {
  private readonly bytes;

  constructor(
    private readonly calls: AgentCalls,
    metrics: Metrics,
    { IMAGE_ORIGINS }: InstallConfig,
  ) {
    this.bytes = metrics.counter({
      name: 'casement_image_bytes_total',
      help: 'Bytes of chunks redirected to an origin or served by this service (own). The bytes actually fetched from origins are unknown.',
      labelNames: ['origin'],
    });
    // Initialised so that the first bytes after a start count as an increase.
    for (const origin of [OWN_ORIGIN, ...IMAGE_ORIGINS.map(({ name }) => name)])
      this.bytes.inc({ origin }, 0);
  }

  @Route(agentRoutes.chunk)
  async chunk(
    @Caller() caller: AgentCaller,
    @Param('sha256') hash: string,
    @Query() { origin }: ChunkQuery,
    @Res({ passthrough: true }) response: ServerResponse,
  ): Promise<StreamableFile | undefined> {
    const chunk = await this.calls.chunk(caller, hash, origin);
    if (!chunk) throw agentErrors.chunkNotFound();
    this.bytes.inc({ origin: 'url' in chunk ? chunk.origin : OWN_ORIGIN }, chunk.size);
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
