/** What the agent's module is given: an AgentRepository and a ChunkStore of the engine, and how a VPS reaches us. */
export const AGENT_REPOSITORY = Symbol('AgentRepository');
export const CHUNK_STORE = Symbol('ChunkStore');
export const AGENT_URL = Symbol('AgentUrl');
/** ChunkOrigins of the engine. */
export const CHUNK_ORIGINS = Symbol('ChunkOrigins');
/** CheckTokens of the engine. */
export const CHECK_TOKENS = Symbol('CheckTokens');
