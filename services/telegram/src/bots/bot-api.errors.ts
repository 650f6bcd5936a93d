import { BOT_NOT_CONFIGURED } from '@casement/proto/http/telegram/telegram.js';

/**
 * Kind of failure.
 *
 * - `unauthorized`: the token is wrong
 * - `conflict`: another program polls with the same token, or a webhook is set
 * - `flooded`: rate-limited; wait before retrying
 * - `blocked`: the bot may not write to this chat
 * - `refused`: this call will never succeed
 * - `unreachable`: no usable response, so the call may have taken effect
 */
type BotApiProblem =
  'unauthorized' | 'conflict' | 'flooded' | 'blocked' | 'refused' | 'unreachable';

/** Failed call to Telegram. Has no `cause`, because the causes and messages of network errors contain the token. */
export class BotApiError extends Error {
  constructor(
    readonly problem: BotApiProblem,
    message: string,
    readonly retryAfterSeconds = 0,
  ) {
    super(message);
    this.name = 'BotApiError';
  }
}

interface ErrorAnswer {
  error_code: number;
  description: string;
  parameters?: { retry_after?: number } | undefined;
}

/** Matches chats that accept no message from the bot. */
const CLOSED_CHAT = /chat not found|user is deactivated|PEER_ID_INVALID/i;

export function problemOf({ error_code: code, description }: ErrorAnswer): BotApiProblem {
  // Telegram responds to a malformed token with 404.
  if (code === 401 || (code === 404 && description === 'Not Found')) return 'unauthorized';
  if (code === 409) return 'conflict';
  if (code === 429) return 'flooded';
  if (code === 403 || CLOSED_CHAT.test(description)) return 'blocked';
  return code >= 500 ? 'unreachable' : 'refused';
}

export const reasonOf = (error: BotApiError): string =>
  error.problem === 'unauthorized' ? BOT_NOT_CONFIGURED : error.message;
