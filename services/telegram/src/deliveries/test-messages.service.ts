import { Injectable } from '@nestjs/common';
import type { Actor } from '@casement/common/core/context/actor.js';
import { languageOf, type Language } from '@casement/proto/language.js';
import { UserDirectory } from '@casement/common/platform/users/user-directory.js';
import type { NoticeChannel, SendTestResponse } from '@casement/proto/http/telegram/telegram.js';
import { telegramTexts } from '@casement/proto/texts/telegram.js';
import { LinksService } from '../chats/links.service.js';
import { NoticesService } from '../notices/notices.service.js';

const testText = (language: Language): { title: string; html: string } => {
  const { title, reached } = telegramTexts[language].test;
  return { title, html: reached };
};

const LATE = 'It could not be sent within a few seconds';

/** Sends test messages and returns the response of Telegram or the mail server, even a refusal. */
@Injectable()
export class TestMessagesService {
  constructor(
    private readonly links: LinksService,
    private readonly notices: NoticesService,
    private readonly users: UserDirectory,
  ) {}

  /**
   * Sends a test message to the caller's own chat or mailbox.
   *
   * @throws TELEGRAM_NOT_CONNECTED, RATE_LIMITED
   */
  send(actor: Actor, channel: NoticeChannel): Promise<SendTestResponse> {
    return channel === 'telegram' ? this.toChat(actor) : this.toMailbox(actor);
  }

  private async toChat({ userId }: Actor): Promise<SendTestResponse> {
    const { chatId, language } = await this.links.chatOf(userId);
    const sent = await this.notices.sendTest({ userId, chatId, ...testText(language) });
    if (sent.status !== 'sent') return { delivered: false, answer: sent.error ?? LATE };
    return { delivered: true, answer: `Telegram accepted it as message ${sent.messageId}` };
  }

  private async toMailbox({ userId }: Actor): Promise<SendTestResponse> {
    const user = await this.users.find(userId);
    if (!user?.email) return { delivered: false, answer: 'Your account has no email address' };
    if (!user.isVerified) {
      return { delivered: false, answer: 'Your email address is not verified yet' };
    }
    const text = testText(languageOf(user.language));
    const sent = await this.notices.sendTest({ userId, chatId: null, ...text });
    if (sent.status !== 'sent') return { delivered: false, answer: sent.error ?? LATE };
    return { delivered: true, answer: 'The mail server accepted the message' };
  }
}
