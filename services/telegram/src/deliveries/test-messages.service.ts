import { Injectable } from '@nestjs/common';
import type { Actor } from '@casement/common/core/context/actor.js';
import { MailTransport } from '@casement/common/platform/mail/mail-transport.js';
import { languageOf } from '@casement/common/core/language/language.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { UserDirectory } from '@casement/common/platform/users/user-directory.js';
import type { NoticeChannel, SendTestResponse } from '@casement/proto/http/telegram/telegram.js';
import { BotApiError, reasonOf } from '../bots/bot-api.errors.js';
import { BotApis } from '../bots/bot-apis.js';
import { LinksService } from '../chats/links.service.js';
import { messagesIn, type Language } from '../messages.js';
import { noticeMail } from '../notices/notice-mail.js';
import type { NoticeText } from '../notices/notice.js';
import { toHtml } from '../notices/notice-texts.js';
import { mailRefusal } from '../sending/mail-sender.js';

const testText = (language: Language): NoticeText => {
  const { title, lead, reached } = messagesIn(language).test;
  return { title, paragraphs: [lead, reached] };
};

/** Sends test messages immediately and returns the external system's response, even a refusal. */
@Injectable()
export class TestMessagesService {
  constructor(
    private readonly links: LinksService,
    private readonly apis: BotApis,
    private readonly users: UserDirectory,
    private readonly mails: MailTransport,
  ) {}

  /**
   * Sends to the caller's own chat or mailbox.
   *
   * @throws TELEGRAM_NOT_CONNECTED
   */
  send(actor: Actor, channel: NoticeChannel): Promise<SendTestResponse> {
    return channel === 'telegram' ? this.toChat(actor) : this.toMailbox(actor);
  }

  private async toChat({ userId }: Actor): Promise<SendTestResponse> {
    const { chatId, language } = await this.links.chatOf(userId);
    const api = this.apis.find('primary');
    try {
      if (!api) throw new BotApiError('unauthorized', '');
      const id = await api.sendMessage(chatId, { html: toHtml(testText(language)) });
      return { delivered: true, answer: `Telegram accepted it as message ${id}` };
    } catch (error) {
      if (!(error instanceof BotApiError)) throw error;
      return { delivered: false, answer: reasonOf(error) };
    }
  }

  private async toMailbox({ userId }: Actor): Promise<SendTestResponse> {
    const user = await this.users.find(userId);
    if (!user?.email) return { delivered: false, answer: 'Your account has no email address' };
    if (!user.isVerified) {
      return { delivered: false, answer: 'Your email address is not verified yet' };
    }
    try {
      const language = languageOf(user.language);
      const mail = noticeMail(testText(language), false, language);
      await this.mails.send(newId(), { to: user.email, ...mail });
      return { delivered: true, answer: 'The mail server accepted the message' };
    } catch (error) {
      return { delivered: false, answer: mailRefusal(error) };
    }
  }
}
