import { z } from 'zod';
import { noticeEvent } from '@casement/proto/http/telegram/telegram.js';
import type { BotName } from '../bots/bot-name.js';

/** `reply` is a bot's reply to a command. Replies are sent in order with the notices of the chat's owner. */
export const noticeKind = z.enum([...noticeEvent.options, 'reply']);

/** Values used in the text. Never contains a password. */
export const noticeContent = z.record(z.string(), z.union([z.string(), z.number()]));

export interface Notice {
  kind: z.infer<typeof noticeKind>;
  content: z.infer<typeof noticeContent>;
  /** Absent from a preview. */
  occurredAt?: Date;
}

export interface NewNotice extends Notice {
  userId: string;
  /** Time after which the notice is useless; by default after `NOTICE_LIFETIME`. */
  giveUpAt?: Date;
}

/** A notice's text for both channels. Everything is escaped Telegram HTML. */
export interface NoticeText {
  /** Subject and heading of the email, first line of the chat message. `null` for a bot's answer in a chat. */
  title: string | null;
  paragraphs: string[];
  /** Lines of a receipt, the total last. */
  receipt?: { label: string; value: string }[];
  link?: NoticeLink;
  secondaryLink?: NoticeLink;
}

interface NoticeLink {
  label: string;
  url: string;
}

export interface Reply {
  bot: BotName;
  chatId: string;
  /** Owner of the chat, among whose notices the reply is ordered; `null` if the chat is not linked. */
  userId: string | null;
  html: string;
}

export interface TestMessage {
  userId: string;
  /** `null` sends an email. */
  chatId: string | null;
  /** Subject of the email. */
  title: string;
  html: string;
}

/**
 * SQL interval, longer than a typical outage of Telegram or a mail server. Also the default of `notice.give_up_at`.
 */
export const NOTICE_LIFETIME = `interval '24 hours'`;

/** SQL interval after which a reply is no longer useful to the person in the chat. */
export const REPLY_LIFETIME = `interval '10 minutes'`;
