import { Module, type DynamicModule, type ModuleMetadata } from '@nestjs/common';
import { AgentCalls } from '@casement/install-engine/agent-api/agent-calls.js';
import type { AgentRepository, CheckTokens } from '@casement/install-engine/agent-api/ports.js';
import type { ChunkStore } from '@casement/windows-image/store/chunk-store.js';
import type { ChunkOrigins } from '@casement/windows-image/origins/chunk-origins.js';
import { AgentController } from './agent.controller.js';
import {
  AGENT_REPOSITORY,
  AGENT_URL,
  CHECK_TOKENS,
  CHUNK_ORIGINS,
  CHUNK_STORE,
} from './agent.tokens.js';
import { ChunksController } from './chunks.controller.js';
import { ImageBytes } from './image-bytes.js';

/** The agent's calls over HTTP. `imports` must give all of agent.tokens.ts. */
@Module({})
export class AgentModule {
  static over(imports: ModuleMetadata['imports']): DynamicModule {
    return {
      module: AgentModule,
      ...(imports ? { imports } : {}),
      controllers: [AgentController, ChunksController],
      providers: [
        ImageBytes,
        {
          provide: AgentCalls,
          inject: [AGENT_REPOSITORY, CHUNK_STORE, AGENT_URL, CHECK_TOKENS, CHUNK_ORIGINS],
          useFactory: (
            installs: AgentRepository,
            images: ChunkStore,
            agentUrl: string,
            checks: CheckTokens,
            origins: ChunkOrigins,
          ) => new AgentCalls(installs, images, agentUrl, () => new Date(), checks, origins),
        },
      ],
    };
  }
}
