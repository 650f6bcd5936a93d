import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '@casement/common/core/context/actor.js';
import { DomainError } from '@casement/common/core/errors/domain-error.js';
import { Database } from '@casement/common/data/database/database.js';
import { Outbox } from '@casement/common/messaging/outbox/outbox.js';
import {
  recordRevocation,
  refuseIfRevoked,
} from '@casement/common/platform/auth/access-revocations.js';
import type { ConnectTelegramResponse } from '@casement/proto/http/telegram/telegram.js';
import type { Language } from '@casement/proto/language.js';
import { telegramTexts, type TelegramTexts } from '@casement/proto/texts/telegram.js';
import { BotIdentity } from '../bots/bot-identity.js';
import { BOT_NAMES, type BotName } from '../bots/bot-name.js';
import { TelegramUnavailable } from '../bots/bots.errors.js';
import { BotsService } from '../bots/bots.service.js';
import { DeletedUsersService } from '../deleted-users/deleted-users.service.js';
import { NoticesService } from '../notices/notices.service.js';
import { SettingsService } from '../settings/settings.service.js';
import { ChatsRepository } from './chats.repository.js';
import { LinkCodesRepository } from './link-codes.repository.js';
import type { LinkEntity } from './link.entity.js';
import { LinksRepository } from './links.repository.js';

const errors = {
  notConnected: () =>
    new DomainError('conflict', 'TELEGRAM_NOT_CONNECTED', 'No Telegram account is connected.'),
  noBotRunning: () =>
    new DomainError(
      'conflict',
      'TELEGRAM_UNAVAILABLE',
      'Telegram cannot be connected at the moment: the bot is not running. Please try again later.',
    ),
};

/** Minutes for which a link to the bot is valid (SPEC §9). */
const LINK_MINUTES = 10;

export interface LinkStatus {
  link: LinkEntity | null;
  blocked: boolean;
  botLink: string | null;
}

export interface Candidate {
  telegramUserId: string;
  username: string | null;
  displayName: string;
}

export type LinkOutcome =
  | { kind: 'unknown' | 'used' | 'expired' }
  | {
      kind: 'linked';
      userId: string;
      /** True if the account was already linked with this user. */
      again: boolean;
      /** True if the account was linked with another user before. */
      movedHere: boolean;
      /** True if the user was linked with another account before. */
      movedAccount: boolean;
    };

/** Links users with their Telegram accounts (SPEC §4). */
@Injectable()
export class LinksService {
  constructor(
    private readonly db: Database,
    private readonly links: LinksRepository,
    private readonly codes: LinkCodesRepository,
    private readonly chats: ChatsRepository,
    private readonly settings: SettingsService,
    private readonly notices: NoticesService,
    private readonly deletedUsers: DeletedUsersService,
    private readonly outbox: Outbox,
    private readonly bots: BotsService,
    private readonly identity: BotIdentity,
  ) {}

  /** Returns the links of these users. Omits users without a link. */
  findByUsers(userIds: string[]): Promise<LinkEntity[]> {
    return this.links.byUsers(userIds);
  }

  /**
   * Returns the user's chat and its language.
   *
   * @throws TELEGRAM_NOT_CONNECTED
   */
  async chatOf(userId: string): Promise<{ chatId: string; language: Language }> {
    const link = await this.links.byUser(userId);
    if (!link) throw errors.notConnected();
    const chatId = link.telegramUserId;
    return { chatId, language: await this.chats.languageOf(chatId) };
  }

  /** Records that this chat no longer accepts messages from the bot. */
  blocked(bot: BotName, chatId: string): Promise<void> {
    return this.db.transaction((tx) => this.chats.block(tx, bot, chatId));
  }

  async status({ userId }: Pick<Actor, 'userId'>): Promise<LinkStatus> {
    const link = await this.links.byUser(userId);
    const blocked = link ? await this.chats.isBlocked('primary', link.telegramUserId) : false;
    return { link, blocked, botLink: this.identity.cached('primary')?.link ?? null };
  }

  /**
   * Creates a single-use link to the bot.
   *
   * @throws TELEGRAM_UNAVAILABLE; STEP_UP_REQUIRED after a revocation
   */
  async connect(actor: Actor): Promise<ConnectTelegramResponse> {
    const bot = await this.findBot();
    const code = await this.db.transaction(async (tx) => {
      await refuseIfRevoked(tx, actor);
      return this.codes.create(tx, actor.userId, LINK_MINUTES);
    });
    return { telegramBotUrl: `${bot.link}?start=${code}`, expiresInMinutes: LINK_MINUTES };
  }

  /** @throws TELEGRAM_NOT_CONNECTED */
  async setNotifications(actor: Actor, enabled: boolean): Promise<LinkStatus> {
    await this.db.transaction((tx) => this.switchNotifications(tx, actor.userId, enabled));
    return this.status(actor);
  }

  async switchNotifications(tx: EntityManager, userId: string, enabled: boolean): Promise<void> {
    const found = await this.links.setNotifications(tx, userId, enabled);
    if (!found) throw errors.notConnected();
  }

  /**
   * Removes the link and sends a message to the chat.
   *
   * @throws TELEGRAM_NOT_CONNECTED
   */
  async disconnect(actor: Actor): Promise<LinkStatus> {
    await this.db.transaction(async (tx) => {
      const link = await this.remove(tx, actor.userId);
      await this.notifyChat(tx, link.telegramUserId, (m) => m.linking.disconnected);
    });
    return this.status(actor);
  }

  /**
   * Deletes the link and resets the user's notification settings.
   *
   * @throws TELEGRAM_NOT_CONNECTED
   */
  async remove(tx: EntityManager, userId: string): Promise<LinkEntity> {
    const link = await this.revoke(tx, userId);
    if (!link) throw errors.notConnected();
    return link;
  }

  /** Also refuses codes of requests that are in progress. */
  async revokeAccess(tx: EntityManager, userId: string): Promise<void> {
    // `use` takes the locks in the same order.
    await this.links.lock(tx);
    await recordRevocation(tx, userId);
    await this.revoke(tx, userId);
  }

  /** Deletes the user's link, if any, and the open codes with which another link could be created. */
  private async revoke(tx: EntityManager, userId: string): Promise<LinkEntity | null> {
    await this.links.lock(tx);
    await this.codes.deleteOpen(tx, userId);
    const link = await this.links.byUser(userId, tx);
    if (link) await this.drop(tx, link);
    return link;
  }

  /**
   * Uses a code that was sent to the bot. Replaces earlier links of the user and of the account, and notifies their
   * chats.
   */
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
    text: (messages: TelegramTexts) => string,
  ): Promise<void> {
    const bot = await this.chats.botFor(tx, chatId);
    if (!bot) return;
    const html = text(telegramTexts[await this.chats.languageOf(chatId, tx)]);
    await this.notices.reply(tx, { bot, chatId, userId: null, html });
  }

  /**
   * Returns the primary bot, or the backup bot if the primary is stopped or unreachable.
   *
   * @throws TELEGRAM_UNAVAILABLE
   */
  private async findBot() {
    const running = await this.bots.running();
    let failure: TelegramUnavailable | undefined;
    for (const name of BOT_NAMES.filter((name) => running.has(name))) {
      try {
        const info = await this.bots.info(name);
        if (info) return info;
      } catch (error) {
        if (!(error instanceof TelegramUnavailable)) throw error;
        failure = error;
      }
    }
    if (failure) throw failure;
    throw errors.noBotRunning();
  }
}
