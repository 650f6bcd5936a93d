import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '@casement/common/core/context/actor.js';
import { Database } from '@casement/common/data/database/database.js';
import { Outbox } from '@casement/common/messaging/outbox.js';
import type { ConnectTelegramResponse } from '@casement/proto/http/telegram.js';
import { BotIdentity } from '../bot-api/bot-identity.js';
import { BOT_NAMES } from '../bots/bot-name.js';
import { TelegramNotAnswering } from '../bots/bots.errors.js';
import { BotsRepository } from '../bots/bots.repository.js';
import { BotsService } from '../bots/bots.service.js';
import { DeletedUsersService } from '../users/deleted-users.service.js';
import { messagesIn, type Messages } from '../messages/languages.js';
import { NoticesRepository } from '../notices/notices.repository.js';
import { SettingsRepository } from '../settings/settings.repository.js';
import { ChatsRepository } from '../chats/chats.repository.js';
import { LinkCodesRepository } from './link-codes.repository.js';
import type { LinkEntity } from './link.entity.js';
import { linkErrors } from './links.errors.js';
import { LinksRepository } from './links.repository.js';

/** Validity of a link to the bot (SPEC §9). */
const LINK_MINUTES = 10;

export interface LinkStatus {
  link: LinkEntity | null;
  blocked: boolean;
  botLink: string | null;
}

/** The Telegram account that uses a code. */
export interface Candidate {
  telegramUserId: string;
  username: string | null;
  displayName: string;
}

/** The outcome of a code that was sent to the bot. */
export type LinkOutcome =
  | { kind: 'unknown' | 'used' | 'expired' }
  | {
      kind: 'linked';
      userId: string;
      /** The same user and the same account as before. */
      again: boolean;
      /** The account had another user's link. */
      movedHere: boolean;
      /** The user had another Telegram account. */
      movedAccount: boolean;
    };

/** Which Telegram account belongs to which user (SPEC §4). */
@Injectable()
export class LinksService {
  constructor(
    private readonly db: Database,
    private readonly links: LinksRepository,
    private readonly codes: LinkCodesRepository,
    private readonly chats: ChatsRepository,
    private readonly settings: SettingsRepository,
    private readonly notices: NoticesRepository,
    private readonly deletedUsers: DeletedUsersService,
    private readonly outbox: Outbox,
    private readonly bots: BotsService,
    private readonly botRows: BotsRepository,
    private readonly identity: BotIdentity,
  ) {}

  async status({ userId }: Pick<Actor, 'userId'>): Promise<LinkStatus> {
    const link = await this.links.byUser(userId);
    const blocked = link ? await this.chats.isBlocked('primary', link.telegramUserId) : false;
    return { link, blocked, botLink: this.identity.recall('primary')?.link ?? null };
  }

  /** A link to the bot that works once. @throws TELEGRAM_UNAVAILABLE */
  async connect(actor: Actor): Promise<ConnectTelegramResponse> {
    const bot = await this.findBot();
    const code = await this.codes.create(actor.userId, LINK_MINUTES);
    return { telegramBotUrl: `${bot.link}?start=${code}`, expiresInMinutes: LINK_MINUTES };
  }

  /** @throws TELEGRAM_NOT_CONNECTED */
  async setNotifications(actor: Actor, enabled: boolean): Promise<LinkStatus> {
    await this.db.transaction((tx) => this.switchNotifications(tx, actor.userId, enabled));
    return this.status(actor);
  }

  async switchNotifications(tx: EntityManager, userId: string, enabled: boolean): Promise<void> {
    const found = await this.links.setNotifications(tx, userId, enabled);
    if (!found) throw linkErrors.notConnected();
  }

  /** From the page: the chat is notified. @throws TELEGRAM_NOT_CONNECTED */
  async disconnect(actor: Actor): Promise<LinkStatus> {
    await this.db.transaction(async (tx) => {
      const link = await this.remove(tx, actor.userId);
      await this.notifyChat(tx, link.telegramUserId, (m) => m.linking.disconnected);
    });
    return this.status(actor);
  }

  /** Deletes the link and the settings: a new link has the defaults. @throws TELEGRAM_NOT_CONNECTED */
  async remove(tx: EntityManager, userId: string): Promise<LinkEntity> {
    await this.links.lock(tx);
    const link = await this.links.byUser(userId, tx);
    if (!link) throw linkErrors.notConnected();
    await this.codes.deleteOpen(tx, userId);
    await this.drop(tx, link);
    return link;
  }

  /** A code was sent to the bot. An earlier link of either side is replaced, and its chat is notified. */
  async use(tx: EntityManager, code: string, candidate: Candidate): Promise<LinkOutcome> {
    await this.links.lock(tx);
    const found = await this.codes.find(tx, code);
    if (!found || (await this.deletedUsers.isDeleted(tx, found.userId))) return { kind: 'unknown' };
    if (found.usedAt) return { kind: 'used' };
    if (found.expired) return { kind: 'expired' };

    const { userId } = found;
    await this.codes.use(tx, code, userId);
    const others = await this.links.byTelegramUser(candidate.telegramUserId, tx);
    const own = await this.links.byUser(userId, tx);
    const movedHere = others !== null && others.userId !== userId;
    const again = own?.telegramUserId === candidate.telegramUserId;
    const movedAccount = own !== null && !again;
    if (movedHere) await this.drop(tx, others);
    if (own) await this.drop(tx, own);
    if (movedAccount)
      await this.notifyChat(tx, own.telegramUserId, (m) => m.linking.linkedElsewhere);
    await this.links.insert(tx, { userId, ...candidate });
    const { telegramUserId } = candidate;
    const key = { key: userId };
    await this.outbox.add(tx, 'telegram.link.created.v1', { userId, telegramUserId }, key);
    return { kind: 'linked', userId, again, movedHere, movedAccount };
  }

  private async drop(tx: EntityManager, { userId, telegramUserId }: LinkEntity): Promise<void> {
    await this.links.remove(tx, userId);
    await this.settings.reset(tx, userId);
    const key = { key: userId };
    await this.outbox.add(tx, 'telegram.link.removed.v1', { userId, telegramUserId }, key);
  }

  private async notifyChat(
    tx: EntityManager,
    chatId: string,
    text: (messages: Messages) => string,
  ): Promise<void> {
    const bot = await this.chats.botFor(tx, chatId);
    if (!bot) return;
    const html = text(messagesIn(await this.chats.languageOf(chatId, tx)));
    await this.notices.reply(tx, { bot, chatId, userId: null, html });
  }

  /** The primary bot; while it can't answer, the backup. */
  private async findBot() {
    const rows = await this.botRows.all();
    const running = BOT_NAMES.filter((name) =>
      rows.some((row) => row.name === name && this.bots.isRunning(row)),
    );
    let failure: TelegramNotAnswering | undefined;
    for (const name of running) {
      try {
        const info = await this.bots.info(name);
        if (info) return info;
      } catch (error) {
        if (!(error instanceof TelegramNotAnswering)) throw error;
        failure = error;
      }
    }
    if (failure) throw failure;
    throw linkErrors.noBotRunning();
  }
}
