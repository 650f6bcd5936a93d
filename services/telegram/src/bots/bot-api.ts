import { Agent } from 'node:https';
import { Telegram, TelegramError } from 'telegraf';
import { BotApiError, problemOf } from './bot-api.errors.js';
import type { BotAccount, OutgoingText, Update } from './bot-api.types.js';
import { scrub } from './scrub.js';

/** Time allowed for the network in addition to the long-poll time of getUpdates. */
const POLL_GRACE_MS = 5_000;

const UPDATES = ['message', 'callback_query', 'my_chat_member'];

interface BotApiSettings {
  token: string;
  apiRoot: string;
  timeoutMs: number;
}

/** A bot's calls to Telegram, each with a timeout. Failures are BotApiErrors without the token. */
export class BotApi {
  private readonly telegram: Telegram;

  constructor(private readonly settings: BotApiSettings) {
    this.telegram = new Telegram(settings.token, { apiRoot: settings.apiRoot });
    // telegraf removes the option for an http server.
    Object.assign(this.telegram.options, { agent: refuseRedirects(settings) });
  }

  getMe(): Promise<BotAccount> {
    return this.call('getMe', {});
  }

  /**
   * Long-polls for updates.
   *
   * @returns the updates from `offset` on, or an empty list after `seconds`
   */
  getUpdates(offset: number | null, seconds: number, stop: AbortSignal): Promise<Update[]> {
    const wanted = { timeout: seconds, limit: 100, allowed_updates: UPDATES };
    const payload = offset === null ? wanted : { ...wanted, offset };
    return this.call('getUpdates', payload, seconds * 1_000 + POLL_GRACE_MS, stop);
  }

  /** @returns the ID of the message */
  async sendMessage(chatId: string, message: OutgoingText): Promise<number> {
    const sent = await this.call<{ message_id: number }>('sendMessage', {
      chat_id: Number(chatId),
      ...formatted(message),
    });
    return sent.message_id;
  }

  async editMessage(chatId: string, messageId: number, message: OutgoingText): Promise<void> {
    await this.call('editMessageText', {
      chat_id: Number(chatId),
      message_id: messageId,
      ...formatted(message),
    });
  }

  /** Ends the waiting state of a pressed button. */
  async answerCallbackQuery(id: string): Promise<void> {
    await this.call('answerCallbackQuery', { callback_query_id: id });
  }

  /**
   * Removes the bot's webhook, because Telegram delivers no updates to polls while one is set. Pending updates are
   * kept.
   */
  async deleteWebhook(): Promise<void> {
    await this.call('deleteWebhook', { drop_pending_updates: false });
  }

  /** @param language ISO 639-1; if omitted, sets the menu for all languages that have no menu of their own */
  async setMyCommands(
    commands: readonly { command: string; description: string }[],
    language?: string,
  ): Promise<void> {
    await this.call('setMyCommands', { commands, ...(language && { language_code: language }) });
  }

  private async call<T>(
    method: string,
    payload: object,
    timeoutMs = this.settings.timeoutMs,
    stop?: AbortSignal,
  ): Promise<T> {
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = stop ? AbortSignal.any([stop, timeout]) : timeout;
    try {
      // telegraf has a payload type per method, which a variable method name cannot match. The methods of this class
      // pass the right types.
      const result: unknown = await this.telegram.callApi(method as 'getMe', payload, {
        signal: signal as never,
      });
      return result as T;
    } catch (error) {
      throw this.translate(error, timeout.aborted);
    }
  }

  private translate(error: unknown, isTimeout: boolean): BotApiError {
    if (error instanceof TelegramError) {
      const { response } = error;
      const text = scrub(response.description, [this.settings.token]);
      const wait = response.parameters?.retry_after ?? 1;
      const problem = problemOf(response);
      return new BotApiError(
        problem,
        `${response.error_code}: ${text}`,
        problem === 'flooded' ? wait : 0,
      );
    }
    if (isTimeout) return new BotApiError('unreachable', 'Telegram did not respond in time');
    const { code, type } = error as { code?: unknown; type?: unknown };
    if (type === 'invalid-json') {
      const reason = 'Telegram returned something other than JSON';
      return new BotApiError('unreachable', `${reason}: a network in between may block it`);
    }
    // The message of a network error quotes the URL, which contains the token, so only its code is kept.
    const suffix = typeof code === 'string' && /^[A-Z_]+$/.test(code) ? ` (${code})` : '';
    return new BotApiError('unreachable', `Telegram could not be reached${suffix}`);
  }
}

/** node-fetch follows redirects and asks for the agent before each request, also that to a redirect's target. */
function refuseRedirects({ token, apiRoot }: BotApiSettings): (url: URL) => Agent | undefined {
  const agent = new Agent({ keepAlive: true, keepAliveMsecs: 10_000 });
  const calls = new URL(`./bot${token}/`, apiRoot).href;
  return ({ href, protocol }) => {
    if (!href.startsWith(calls)) throw Object.assign(new Error(), { code: 'REDIRECTED' });
    return protocol === 'https:' ? agent : undefined;
  };
}

const formatted = ({ html, buttons }: OutgoingText) => ({
  text: html,
  parse_mode: 'HTML',
  link_preview_options: { is_disabled: true },
  ...(buttons && {
    reply_markup: {
      inline_keyboard: buttons.map((row) =>
        row.map(({ label, command }) => ({ text: label, callback_data: command })),
      ),
    },
  }),
});
