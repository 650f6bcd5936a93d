import type { AgentRefused } from '../engine/agent-api/agent-session.js';
import { DomainError } from '@casement/common/errors/domain-error.js';

/** The agent's token is unknown, or its install has ended. */
export class AgentTokenInvalid extends DomainError {
  constructor() {
    super('unauthenticated', 'AGENT_TOKEN_INVALID', 'Unknown or ended install');
  }
}

/** Another boot holds the commit, or the install is no longer waiting for one. */
export class CommitRefused extends DomainError {
  constructor() {
    super('conflict', 'COMMIT_REFUSED', 'The commit is not granted');
  }
}

export class ChunkNotFound extends DomainError {
  constructor() {
    super('not_found', 'NOT_FOUND', 'No such chunk in this image');
  }
}

export const toDomainError = (refused: AgentRefused): DomainError =>
  refused.code === 'COMMIT_REFUSED' ? new CommitRefused() : new AgentTokenInvalid();
