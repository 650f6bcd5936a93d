import { Controller, Get, Header, Param, StreamableFile, UseInterceptors } from '@nestjs/common';
import { Access } from '@casement/common/auth/access.decorators.js';
import { RawAnswer } from '@casement/common/http/raw-answer.decorator.js';
import { AgentCalls } from '../engine/agent-api/agent-calls.js';
import { AgentErrors } from './agent-errors.interceptor.js';
import { AgentToken } from './agent-token.decorator.js';
import { agentErrors } from './agent.errors.js';

/** Windows images are licensed: only a live install's stage gets chunks, and only of its own image. */
@Controller('images/chunks')
@Access('agent')
@RawAnswer('application/zstd')
@UseInterceptors(AgentErrors)
export class ChunksController {
  constructor(private readonly calls: AgentCalls) {}

  @Get(':sha256')
  @Header('Cache-Control', 'private, no-store')
  async chunk(@AgentToken() token: string, @Param('sha256') hash: string): Promise<StreamableFile> {
    const chunk = await this.calls.chunk(token, hash);
    if (!chunk) throw agentErrors.chunkNotFound();
    return new StreamableFile(chunk.content, {
      type: 'application/zstd',
      length: chunk.size,
    });
  }
}
