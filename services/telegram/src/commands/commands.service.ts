import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DomainError } from '@casement/common/errors/domain-error.js';
import { BotIdentity } from '../bot-api/bot-identity.js';
import type { TelegramPerson, Update } from '../bot-api/bot-api.types.js';
import type { BotName } from '../bots/bot-name.js';
import { ChatsRepository } from '../chats/chats.repository.js';
import { TelegramConfig } from '../config.js';
import { LinkCodesRepository } from '../links/link-codes.repository.js';
import type { LinkEntity } from '../links/link.entity.js';
import { LinksRepository } from '../links/links.repository.js';
import { LinksService } from '../links/links.service.js';
import { AccountFigures } from '../neighbours/account-figures.js';
import { UsersDirectory } from '../neighbours/users-directory.js';
import { NoticesRepository } from '../notices/notices.repository.js';
import { texts } from './command-texts.js';
import { readCommand, type ReadCommand } from './read-command.js';

/** Writes what an update changes, the answer among it. */
type Effect = (tx: EntityManager) => Promise<void>;
/** The same, and gives the answer. */
type Answer = (tx: EntityManager) => Promise<string>;

export interface Decision {
  effect: Effect;
  isMessage: boolean;
  isCommand: boolean;
}

const NOTHING: Decision = {
  effect: () => Promise.resolve(),
  isMessage: false,
  isCommand: false,
};
/** A code of ours is 43 letters; Telegram passes on at most 64. */
const PAYLOAD = /^[A-Za-z0-9_-]{1,64}$/;
const HISTORY = 10;

/** What the bots do with what people write to them. */
@Injectable()
export class CommandsService {
  private readonly dashboardUrl: string;

  constructor(
    config: TelegramConfig,
    private readonly chats: ChatsRepository,
    private readonly codes: LinkCodesRepository,
    private readonly links: LinksRepository,
    private readonly linking: LinksService,
    private readonly notices: NoticesRepository,
    private readonly users: UsersDirectory,
    private readonly figures: AccountFigures,
    private readonly identity: BotIdentity,
  ) {
    this.dashboardUrl = `${config.PUBLIC_URL}/dashboard`;
  }

  /** Asks whoever has to be asked; what it changes is left to the effect, which may never be run. */
  async decide(bot: BotName, update: Update): Promise<Decision> {
    const { message, my_chat_member: member } = update;
    if (member) return this.membership(bot, member);
    // Groups are none of our business, other bots neither.
    if (!message?.from || message.from.is_bot || message.chat.type !== 'private') return NOTHING;

    const chatId = String(message.chat.id);
    const command = readCommand(message.text ?? '');
    const link = await this.links.byTelegramUser(String(message.from.id));
    const answer = await this.answerTo(command, message.from, link);
    return {
      isMessage: true,
      isCommand: command !== null,
      effect: async (tx) => {
        await this.chats.opened(tx, bot, chatId);
        const html = await answer(tx);
        const owner = await this.links.byTelegramUser(chatId, tx);
        await this.notices.reply(tx, { bot, chatId, userId: owner?.userId ?? null, html });
      },
    };
  }

  /** Telegram says that the user has blocked the bot, or let it in again. */
  private membership(bot: BotName, member: NonNullable<Update['my_chat_member']>): Decision {
    const { chat, new_chat_member: now } = member;
    if (chat.type !== 'private') return NOTHING;
    const chatId = String(chat.id);
    const effect: Effect = (tx) =>
      now.status === 'kicked'
        ? this.chats.blocked(tx, bot, chatId)
        : this.chats.opened(tx, bot, chatId);
    return { ...NOTHING, effect };
  }

  private async answerTo(
    command: ReadCommand | null,
    person: TelegramPerson,
    link: LinkEntity | null,
  ): Promise<Answer> {
    if (!command) return say(`${texts.notUnderstood}\n\n${texts.help}`);
    const { name, argument } = command;
    if (name === 'help') return say(texts.help);
    if (name === 'language') return say(texts.language);
    if (name === 'start' && argument) return this.useCode(argument, person);
    if (!link) return say(texts.howToLink(this.dashboardUrl));
    const { userId } = link;
    switch (name) {
      case 'start':
        return say(`${texts.linked(await this.nameOf(userId))}\n\n${texts.help}`);
      case 'quota':
        return say(await this.ask(async () => texts.quota(await this.figures.quota(userId))));
      case 'status':
        return say(await this.ask(async () => texts.installs(await this.figures.installs(userId))));
      case 'history':
        return say(texts.history(await this.notices.latest(userId, HISTORY)));
      case 'topup':
        return say(texts.topup(this.dashboardUrl));
      case 'notifications':
        return this.notifications(link, argument.toLowerCase());
      case 'disconnect':
        return this.disconnect(userId, argument.toLowerCase() === 'yes');
    }
  }

  private async useCode(code: string, person: TelegramPerson): Promise<Answer> {
    if (!PAYLOAD.test(code)) return say(texts.used({ kind: 'unknown' }, undefined));
    const owner = await this.codes.ownerOf(code);
    const username = owner && (await this.nameOf(owner));
    const backup = this.identity.recall('backup');
    return async (tx) => {
      const outcome = await this.linking.use(tx, code, {
        telegramUserId: String(person.id),
        username: person.username ?? null,
        displayName: [person.first_name, person.last_name].filter(Boolean).join(' ').slice(0, 200),
      });
      const text = texts.used(outcome, username);
      return outcome.kind === 'linked' && backup ? `${text}\n\n${texts.backup(backup.link)}` : text;
    };
  }

  private notifications(link: LinkEntity, wanted: string): Answer {
    if (wanted !== 'on' && wanted !== 'off')
      return say(texts.notifications(link.notificationsEnabled));
    return async (tx) => {
      await this.linking.switchNotifications(tx, link.userId, wanted === 'on');
      return texts.notifications(wanted === 'on');
    };
  }

  /** Asks first, as the page does (SPEC §4). */
  private disconnect(userId: string, sure: boolean): Answer {
    if (!sure) return say(texts.reallyDisconnect);
    return async (tx) => {
      await this.linking.remove(tx, userId);
      return texts.disconnected;
    };
  }

  private async nameOf(userId: string): Promise<string | undefined> {
    return (await this.users.names([userId])).get(userId);
  }

  /** Another service may be down; the answer then says so, and the bot goes on. */
  private async ask(question: () => Promise<string>): Promise<string> {
    try {
      return await question();
    } catch (error) {
      if (error instanceof DomainError) return texts.notAvailable;
      throw error;
    }
  }
}

const say =
  (html: string): Answer =>
  () =>
    Promise.resolve(html);
