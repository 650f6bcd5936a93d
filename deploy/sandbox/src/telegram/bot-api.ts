import { json, type Answer, type LocalRequest, type Reply } from '../local-http.js';
import { TelegramRefusal, type ChatMessage, type SandboxBot } from './telegram-types.js';
import { toChat, type TelegramWorld } from './telegram-world.js';

const PATH = /^\/bot([^/]+)\/([A-Za-z]+)$/;
const MAX_POLL_SECONDS = 50;

type Parameters = Record<string, unknown>;
type Method = (world: TelegramWorld, bot: SandboxBot, input: Parameters) => unknown;

const METHODS: Record<string, Method> = {
  getme: (world, bot) => ({
    id: world.botId(bot.username),
    is_bot: true,
    first_name: bot.firstName,
    username: bot.username,
    can_join_groups: true,
    can_read_all_group_messages: false,
    supports_inline_queries: false,
  }),
  getupdates: (world, bot, input) =>
    world.poll(bot.username, {
      offset: Number(input['offset'] ?? 0),
      limit: Number(input['limit'] ?? 100),
      timeoutMs: Math.min(Number(input['timeout'] ?? 0), MAX_POLL_SECONDS) * 1_000,
    }),
  sendmessage: (world, bot, input) => {
    const { chat_id: chatId, text, parse_mode: mode } = input;
    return toMessage(
      world,
      bot,
      Number(chatId),
      world.send(bot.username, Number(chatId), text, mode),
    );
  },
  editmessagetext: (world, bot, input) => {
    const { chat_id: chatId, message_id: id, text, parse_mode: mode } = input;
    const message = world.edit(bot.username, Number(chatId), Number(id), text, mode);
    return toMessage(world, bot, Number(chatId), message);
  },
  sendchataction: () => true,
  answercallbackquery: () => true,
  setmycommands: (world, bot, input) => {
    world.setCommands(bot.username, input['commands'], languageIn(input));
    return true;
  },
  getmycommands: (world, bot, input) => world.commandsOf(bot.username, languageIn(input)),
  deletemycommands: (world, bot, input) => {
    world.setCommands(bot.username, [], languageIn(input));
    return true;
  },
  setwebhook: (world, bot, input) => {
    const { url } = input;
    world.setWebhook(bot.username, typeof url === 'string' ? url : '');
    return true;
  },
  deletewebhook: (world, bot) => {
    world.setWebhook(bot.username, '');
    return true;
  },
  getwebhookinfo: (world, bot) => ({
    url: world.webhook(bot.username),
    has_custom_certificate: false,
    pending_update_count: 0,
  }),
};

const languageIn = ({ language_code: code }: Parameters): string =>
  typeof code === 'string' ? code : '';

const WRITES = new Set(['sendmessage', 'editmessagetext']);

/** Implements Telegram's Bot API, `/bot<token>/<method>`, with the faults of each bot. */
export class BotApi {
  constructor(private readonly world: TelegramWorld) {}

  owns({ path }: LocalRequest): boolean {
    return PATH.test(path);
  }

  async answer(request: LocalRequest): Promise<Answer> {
    const [, token = '', name = ''] = PATH.exec(request.path) ?? [];
    const bot = this.world.findBot(decodeURIComponent(token));
    try {
      if (!bot) throw new TelegramRefusal(401, 'Unauthorized');
      const faults = this.world.faults(bot.username);
      if (faults.silent) return await new Promise<never>(() => undefined);
      if (faults.down) return { status: 502, body: '<html>502 Bad Gateway</html>' };
      if (faults.unauthorized) throw new TelegramRefusal(401, 'Unauthorized');
      const method = METHODS[name.toLowerCase()];
      if (!method) throw new TelegramRefusal(404, 'Not Found');
      if (name.toLowerCase() === 'getupdates' && faults.conflict) throw OTHER_POLLER();
      const writes = WRITES.has(name.toLowerCase());
      if (writes && faults.floodSeconds > 0) {
        const wait = faults.floodSeconds;
        faults.floodSeconds = 0;
        throw new TelegramRefusal(429, `Too Many Requests: retry after ${wait}`, {
          retry_after: wait,
        });
      }
      const result = await method(this.world, bot, parametersOf(request));
      return writes && faults.loseAnswers ? 'cut' : json({ ok: true, result });
    } catch (error) {
      if (error instanceof TelegramRefusal) return refusal(error);
      throw error;
    }
  }
}

const OTHER_POLLER = () =>
  new TelegramRefusal(
    409,
    'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running',
  );

const refusal = ({ code, description, parameters }: TelegramRefusal): Reply =>
  json({ ok: false, error_code: code, description, ...(parameters && { parameters }) }, code);

function parametersOf({ query, body, headers }: LocalRequest): Parameters {
  const input: Parameters = Object.fromEntries(query);
  if (!body) return input;
  const isJson = (headers['content-type'] ?? '').includes('json');
  const more: unknown = isJson ? JSON.parse(body) : Object.fromEntries(new URLSearchParams(body));
  return { ...input, ...(more as Parameters) };
}

const toMessage = (
  world: TelegramWorld,
  bot: SandboxBot,
  chatId: number,
  { id, at, text, edits }: ChatMessage,
) => ({
  message_id: id,
  date: Math.floor(at / 1_000),
  ...(edits > 0 && { edit_date: Math.floor(Date.now() / 1_000) }),
  from: {
    id: world.botId(bot.username),
    is_bot: true,
    first_name: bot.firstName,
    username: bot.username,
  },
  chat: toChat(world.person(chatId)),
  text,
});
