import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DomainError } from '@casement/common/core/errors/domain-error.js';
import { UserDirectory } from '@casement/common/platform/users/user-directory.js';
import { isLanguage, type Language } from '@casement/proto/language.js';
import { telegramTexts } from '@casement/proto/texts/telegram.js';
import { BotIdentity } from '../bots/bot-identity.js';
import type { TelegramPerson, Update } from '../bots/bot-api.types.js';
import type { BotName } from '../bots/bot-name.js';
import { ChatsRepository } from './chats.repository.js';
import { TelegramConfig } from '../config.js';
import { LinkCodesRepository } from './link-codes.repository.js';
import type { LinkEntity } from './link.entity.js';
import { LinksRepository } from './links.repository.js';
import { LinksService } from './links.service.js';
import { AccountFigures } from '../users/account-figures.js';
import { NoticesService } from '../notices/notices.service.js';
import { quote } from '../notices/telegram-html.js';
import { account, codeUsed, help, history, languages } from './command-texts.js';
import { readCommand, type ReadCommand } from './read-command.js';

type Effect = (tx: EntityManager) => Promise<void>;
/** Writes the changes of a command in `tx` and returns the text of the reply. */
type Answer = (tx: EntityManager) => Promise<string>;

export interface Decision {
  effect: Effect;
  isMessage: boolean;
  isCommand: boolean;
}

interface Incoming {
  /** `null` if the text is not a known command. */
  command: ReadCommand | null;
  person: TelegramPerson;
  chatId: string;
  link: LinkEntity | null;
  language: Language;
}

const NO_EFFECT: Decision = {
  effect: () => Promise.resolve(),
  isMessage: false,
  isCommand: false,
};
/** Argument of /start, which Telegram limits to 64 characters; a link code has 43. */
const PAYLOAD = /^[A-Za-z0-9_-]{1,64}$/;
const HISTORY_LENGTH = 10;

/** Decides, for each update, what to reply and what to change. */
@Injectable()
export class CommandsService {
  private readonly publicUrl: string;
  private readonly dashboardUrl: string;

  constructor(
    config: TelegramConfig,
    private readonly chats: ChatsRepository,
    private readonly codes: LinkCodesRepository,
    private readonly links: LinksRepository,
    private readonly linking: LinksService,
    private readonly notices: NoticesService,
    private readonly users: UserDirectory,
    private readonly figures: AccountFigures,
    private readonly identity: BotIdentity,
  ) {
    this.publicUrl = config.PUBLIC_URL;
    this.dashboardUrl = quote(`${config.PUBLIC_URL}/dashboard`, 300);
  }

  /**
   * Reads the data for the reply without changing anything. All changes are in the returned effect, which runs at
   * most once.
   */
  async decide(bot: BotName, update: Update): Promise<Decision> {
    const { my_chat_member: member } = update;
    const message = messageIn(update);
    if (member) return this.membership(bot, member);
    // Groups and other bots get no reply.
    if (!message?.from || message.from.is_bot || message.chat.type !== 'private') return NO_EFFECT;

    const chatId = String(message.chat.id);
    const command = readCommand(message.text ?? '');
    const link = await this.links.byTelegramUser(String(message.from.id));
    const language = await this.chats.languageOf(chatId);
    const answer = await this.answerTo({ command, person: message.from, chatId, link, language });
    return {
      isMessage: true,
      isCommand: command !== null,
      effect: async (tx) => {
        await this.chats.open(tx, bot, chatId);
        const html = await answer(tx);
        const owner = await this.links.byTelegramUser(chatId, tx);
        await this.notices.reply(tx, { bot, chatId, userId: owner?.userId ?? null, html });
      },
    };
  }

  private membership(bot: BotName, member: NonNullable<Update['my_chat_member']>): Decision {
    const { chat, new_chat_member: now } = member;
    if (chat.type !== 'private') return NO_EFFECT;
    const chatId = String(chat.id);
    const effect: Effect = (tx) =>
      now.status === 'kicked'
        ? this.chats.block(tx, bot, chatId)
        : this.chats.open(tx, bot, chatId);
    return { ...NO_EFFECT, effect };
  }

  private async answerTo(incoming: Incoming): Promise<Answer> {
    const { command, person, link, language } = incoming;
    const m = telegramTexts[language];
    if (!command) return reply(`${m.notUnderstood}\n\n${help(language)}`);
    const { name, argument } = command;
    if (name === 'help') return reply(help(language));
    if (name === 'language') return this.chooseLanguage(argument.toLowerCase(), incoming);
    if (name === 'start' && argument) return this.useCode(argument, person, language);
    if (!link) return reply(m.howToLink(this.dashboardUrl));
    const { userId } = link;
    switch (name) {
      case 'start':
        return reply(`${account(await this.nameOf(userId), language)}\n\n${help(language)}`);
      case 'quota':
        return reply(
          await orNotAvailable(async () => m.quota(await this.figures.quota(userId)), language),
        );
      case 'status':
        return reply(
          await orNotAvailable(
            async () => m.installs(await this.figures.installs(userId)),
            language,
          ),
        );
      case 'history':
        return reply(
          history(
            await this.notices.latest(userId, HISTORY_LENGTH),
            this.publicUrl,
            language,
            await this.users.timeZoneOf(userId),
          ),
        );
      case 'topup':
        return reply(m.topup(this.dashboardUrl));
      case 'notifications':
        return this.notifications(link, argument.toLowerCase(), language);
      case 'disconnect':
        return this.disconnect(userId, argument.toLowerCase() === 'yes', language);
    }
  }

  private chooseLanguage(wanted: string, { chatId, language }: Incoming): Answer {
    if (!isLanguage(wanted)) return reply(languages(language));
    return async (tx) => {
      await this.chats.setLanguage(tx, chatId, wanted);
      return languages(wanted);
    };
  }

  private async useCode(code: string, person: TelegramPerson, language: Language): Promise<Answer> {
    if (!PAYLOAD.test(code)) return reply(telegramTexts[language].linking.unknown);
    const owner = await this.codes.ownerOf(code);
    const username = owner && (await this.nameOf(owner));
    const backup = this.identity.cached('backup');
    return async (tx) => {
      const outcome = await this.linking.use(tx, code, {
        telegramUserId: String(person.id),
        username: person.username ?? null,
        displayName: [person.first_name, person.last_name].filter(Boolean).join(' ').slice(0, 200),
      });
      return codeUsed(outcome, username, backup?.link, language);
    };
  }

  private notifications(link: LinkEntity, wanted: string, language: Language): Answer {
    const m = telegramTexts[language];
    const state = (on: boolean) => (on ? m.notificationsAreOn : m.notificationsAreOff);
    if (wanted !== 'on' && wanted !== 'off') return reply(state(link.notificationsEnabled));
    return async (tx) => {
      await this.linking.switchNotifications(tx, link.userId, wanted === 'on');
      return state(wanted === 'on');
    };
  }

  /** Disconnects only if the command was confirmed; otherwise replies with a question (SPEC §4). */
  private disconnect(userId: string, confirmed: boolean, language: Language): Answer {
    const m = telegramTexts[language];
    if (!confirmed) return reply(m.reallyDisconnect);
    return async (tx) => {
      await this.linking.remove(tx, userId);
      return m.disconnected;
    };
  }

  private async nameOf(userId: string): Promise<string | undefined> {
    return (await this.users.names([userId])).get(userId);
  }
}

/** A pressed button counts as a message with its command. */
function messageIn({ message, callback_query: pressed }: Update): Update['message'] {
  if (!pressed?.message) return message;
  return { message_id: 0, from: pressed.from, chat: pressed.message.chat, text: pressed.data };
}

/** Returns the reply of `question`, or a reply that the data is unavailable if another service is down. */
async function orNotAvailable(
  question: () => Promise<string>,
  language: Language,
): Promise<string> {
  try {
    return await question();
  } catch (error) {
    if (error instanceof DomainError) return telegramTexts[language].notAvailable;
    throw error;
  }
}

const reply =
  (html: string): Answer =>
  () =>
    Promise.resolve(html);
