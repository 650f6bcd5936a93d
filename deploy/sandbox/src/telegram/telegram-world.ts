import { BotInbox, type SandboxUpdate } from './bot-inbox.js';
import { readMessageText } from './message-text.js';
import {
  noTelegramFaults,
  TelegramRefusal,
  type Chat,
  type ChatMessage,
  type Person,
  type SandboxBot,
  type TelegramFaults,
} from './telegram-types.js';

/** State that survives a restart, so that bots can still write to earlier chats. */
export interface TelegramState {
  chats: Chat[];
  people: Person[];
  nextUpdateId: number;
}

/** Ids exceed 32 bits, like real ones. */
const FIRST_PERSON = 5_000_000_001;
const MAX_MESSAGES = 200;

/** Users of the simulated Telegram, their chats with the bots, and pending updates of the bots. */
export class TelegramWorld {
  readonly people: Person[];
  readonly chats: Chat[];
  private readonly inboxes = new Map<string, BotInbox>();
  private readonly faultsOf = new Map<string, TelegramFaults>();
  private readonly commands = new Map<string, unknown>();
  private readonly webhooks = new Map<string, string>();
  private nextMessageId: number;

  /** @param store called after every change of the persistent state */
  constructor(
    readonly bots: SandboxBot[],
    state: TelegramState | null = null,
    private readonly store: (state: TelegramState) => void = () => undefined,
  ) {
    this.people = state?.people ?? [
      { id: FIRST_PERSON, firstName: 'Ann', username: 'ann_rdp' },
      { id: FIRST_PERSON + 1, firstName: 'Budi' },
    ];
    this.chats = state?.chats ?? [];
    this.nextMessageId = 1 + Math.max(0, ...this.chats.flatMap((c) => c.messages.map((m) => m.id)));
    for (const { username } of bots) {
      this.inboxes.set(username, new BotInbox(state?.nextUpdateId ?? 700_000_000));
      this.faultsOf.set(username, noTelegramFaults());
    }
  }

  findBot(token: string): SandboxBot | undefined {
    return this.bots.find((bot) => bot.token === token);
  }

  faults(username: string): TelegramFaults {
    const faults = this.faultsOf.get(username);
    if (!faults) throw new Error(`There is no bot ${username}`);
    return faults;
  }

  addPerson(person: Person): Person {
    const known = this.people.find(({ id }) => id === person.id);
    if (known) return known;
    this.people.push(person);
    this.changed();
    return person;
  }

  person(id: number): Person {
    const found = this.people.find((one) => one.id === id);
    if (!found) throw new Error(`There is no person ${id}`);
    return found;
  }

  /** Returns the user's chat with a bot, which may not be started yet. */
  chat(bot: string, personId: number): Chat {
    const known = this.chats.find((chat) => chat.bot === bot && chat.personId === personId);
    if (known) return known;
    this.faults(bot);
    this.person(personId);
    const chat: Chat = { bot, personId, started: false, blocked: false, messages: [] };
    this.chats.push(chat);
    return chat;
  }

  /** Returns all messages of bots in all chats, in order of arrival. */
  fromBots(): (ChatMessage & { bot: string; chatId: number })[] {
    return this.chats
      .flatMap((chat) =>
        chat.messages
          .filter(({ from }) => from === 'bot')
          .map((message) => ({ ...message, bot: chat.bot, chatId: chat.personId })),
      )
      .sort((a, b) => a.id - b.id);
  }

  /** Sends a message of a user. Writing to a blocked bot unblocks it. */
  say(bot: string, personId: number, text: string): void {
    if (text.trim() === '') throw new Error('A message can not be empty');
    const chat = this.chat(bot, personId);
    if (chat.blocked) this.setBlocked(bot, personId, false);
    chat.started = true;
    const message = this.append(chat, 'person', text, text);
    this.give(bot, {
      message: {
        message_id: message.id,
        date: Math.floor(message.at / 1_000),
        from: toUser(this.person(personId)),
        chat: toChat(this.person(personId)),
        text,
      },
    });
  }

  /** Presses the button with this command below a message of the bot. */
  press(bot: string, personId: number, command: string): void {
    const person = this.person(personId);
    this.give(bot, {
      callback_query: {
        id: String(Date.now()),
        from: toUser(person),
        message: { chat: toChat(person) },
        data: command,
      },
    });
  }

  setBlocked(bot: string, personId: number, blocked: boolean): void {
    const chat = this.chat(bot, personId);
    if (!chat.started || chat.blocked === blocked) return;
    chat.blocked = blocked;
    const member = (status: string) => ({ user: { id: this.botId(bot) }, status });
    this.give(bot, {
      my_chat_member: {
        date: Math.floor(Date.now() / 1_000),
        from: toUser(this.person(personId)),
        chat: toChat(this.person(personId)),
        old_chat_member: member(blocked ? 'member' : 'kicked'),
        new_chat_member: member(blocked ? 'kicked' : 'member'),
      },
    });
    this.changed();
  }

  /** Sends a message of a bot. @throws TelegramRefusal */
  send(bot: string, chatId: number, source: unknown, parseMode: unknown): ChatMessage {
    const text = readMessageText(source, parseMode);
    return this.append(this.writable(bot, chatId), 'bot', text, String(source));
  }

  /** @throws TelegramRefusal */
  edit(
    bot: string,
    chatId: number,
    messageId: number,
    source: unknown,
    parseMode: unknown,
  ): ChatMessage {
    const text = readMessageText(source, parseMode);
    const message = this.writable(bot, chatId).messages.find(
      ({ id, from }) => id === messageId && from === 'bot',
    );
    if (!message) throw new TelegramRefusal(400, 'Bad Request: message to edit not found');
    if (message.source === source) {
      throw new TelegramRefusal(
        400,
        'Bad Request: message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message',
      );
    }
    Object.assign(message, { text, source: String(source), edits: message.edits + 1 });
    this.changed();
    return message;
  }

  /** @throws TelegramRefusal */
  poll(
    bot: string,
    options: { offset: number; limit: number; timeoutMs: number },
  ): Promise<SandboxUpdate[]> {
    if (this.webhooks.get(bot)) {
      throw new TelegramRefusal(
        409,
        "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
      );
    }
    return this.inboxes.get(bot)!.poll(options, this.faults(bot).duplicates);
  }

  setWebhook(bot: string, url: string): void {
    this.webhooks.set(bot, url);
  }

  webhook(bot: string): string {
    return this.webhooks.get(bot) ?? '';
  }

  /** @param language users of this language see the menu; if empty, users whose language has no menu */
  setCommands(bot: string, commands: unknown, language = ''): void {
    this.commands.set(`${bot} ${language}`, commands);
  }

  commandsOf(bot: string, language = ''): unknown {
    return this.commands.get(`${bot} ${language}`) ?? [];
  }

  botId(username: string): number {
    return Number(this.bots.find((bot) => bot.username === username)?.token.split(':')[0]);
  }

  close(): void {
    for (const inbox of this.inboxes.values()) inbox.close();
  }

  private writable(bot: string, chatId: number): Chat {
    const known = this.people.some(({ id }) => id === chatId);
    if (!known) throw new TelegramRefusal(400, 'Bad Request: chat not found');
    const chat = this.chat(bot, chatId);
    if (!chat.started) {
      throw new TelegramRefusal(403, "Forbidden: bot can't initiate conversation with a user");
    }
    if (chat.blocked) throw new TelegramRefusal(403, 'Forbidden: bot was blocked by the user');
    return chat;
  }

  private append(chat: Chat, from: ChatMessage['from'], text: string, source: string) {
    const message = { id: this.nextMessageId, at: Date.now(), from, text, source, edits: 0 };
    this.nextMessageId += 1;
    chat.messages.push(message);
    if (chat.messages.length > MAX_MESSAGES) chat.messages.shift();
    this.changed();
    return message;
  }

  private give(bot: string, content: Record<string, unknown>): void {
    this.inboxes.get(bot)!.add(content);
    this.changed();
  }

  private changed(): void {
    const ids = [...this.inboxes.values()].map((inbox) => inbox.upcomingId);
    this.store({ people: this.people, chats: this.chats, nextUpdateId: Math.max(...ids) });
  }
}

const toUser = ({ id, firstName, username }: Person) => ({
  id,
  is_bot: false,
  first_name: firstName,
  ...(username && { username }),
  language_code: 'en',
});

export const toChat = ({ id, firstName, username }: Person) => ({
  id,
  type: 'private',
  first_name: firstName,
  ...(username && { username }),
});
