import { BOT_NOT_CONFIGURED } from '@casement/proto/http/telegram/telegram.js';

/**
 * Kind of failure.
 *
 * - `unauthorized`: the token is wrong
 * - `conflict`: another program polls
 * - `flooded`: wait before retrying
 * - `blocked`: the bot may not write to this chat
 * - `refused`: this call will never succeed
 * - `unreachable`: the outcome is unknown
 */
type BotApiProblem =
  'unauthorized' | 'conflict' | 'flooded' | 'blocked' | 'refused' | 'unreachable';

/** Failed call to Telegram. Neither message nor cause may contain the token, so it has no cause. */
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
  // Telegram answers 404 to a malformed token.
  if (code === 401 || (code === 404 && description === 'Not Found')) return 'unauthorized';
  if (code === 409) return 'conflict';
  if (code === 429) return 'flooded';
  if (code === 403 || CLOSED_CHAT.test(description)) return 'blocked';
  return code >= 500 ? 'unreachable' : 'refused';
}

export const reasonOf = (error: BotApiError): string =>
  error.problem === 'unauthorized' ? BOT_NOT_CONFIGURED : error.message;
