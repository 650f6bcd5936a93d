import { messagesIn, DEFAULT_LANGUAGE, type Language } from '../messages/languages.js';
import type { NoticeEntity } from './notice.entity.js';
import { progressText, stageOf } from './progress-text.js';
import { quote } from './telegram-html.js';

/** A notice's text, for both channels. Paragraphs are Telegram's HTML; the first is the title's sentence. */
export interface NoticeText {
  /** One line without markup: a mail's subject. */
  title: string;
  /** Telegram's HTML, escaped. */
  paragraphs: string[];
}

type NoticeContent = Pick<NoticeEntity, 'kind' | 'content'>;
type Field = (name: string, maxLength?: number) => string;

/** @param dashboardUrl the page that a notice links to */
export function noticeText(
  notice: NoticeContent,
  dashboardUrl: string,
  language: Language = DEFAULT_LANGUAGE,
): NoticeText {
  const { content } = notice;
  const { notices: m } = messagesIn(language);
  const text: Field = (name, maxLength) => quote(String(content[name] ?? ''), maxLength);
  switch (notice.kind) {
    case 'install_progress':
      return progressText(text('ip', 60), stageOf(String(content['status'])), language);
    case 'install_finished':
      return finishedText(String(content['status']), text, dashboardUrl, language);
    case 'topup_paid':
      return {
        title: m.topup.title,
        paragraphs: [
          m.topup.lead(text('quantity', 20)),
          sumsText(content, text, language),
          m.topup.reference(text('reference', 100)),
        ],
      };
    case 'quota_low':
      return {
        title: m.quotaLow.title,
        paragraphs: [m.quotaLow.lead(text('quota', 20)), m.quotaLow.cure(link(dashboardUrl))],
      };
    case 'reply':
      return { title: 'Casement', paragraphs: [String(content['html'] ?? '')] };
  }
}

/** What was paid in all, and what of it is the fee. Events of version 0.1.0 name the amount alone. */
function sumsText(content: NoticeContent['content'], text: Field, language: Language): string {
  const { topup: m } = messagesIn(language).notices;
  const { finalAmount, payableAmount, payableUsdt } = content;
  const amount = m.amount(rupiah(finalAmount));
  if (payableUsdt !== undefined) {
    return [m.total(`${text('payableUsdt', 40)} USDT`), amount, m.noFee].join('\n');
  }
  if (payableAmount === undefined) return amount;
  const fee = Number(payableAmount) - Number(finalAmount);
  return [m.total(rupiah(payableAmount)), amount, fee > 0 ? m.fee(rupiah(fee)) : m.noFee].join(
    '\n',
  );
}

function finishedText(
  status: string,
  text: Field,
  dashboardUrl: string,
  language: Language,
): NoticeText {
  const { notices: m } = messagesIn(language);
  const ip = text('ip', 60);
  if (status === 'completed') {
    const title = m.completed.title(ip);
    return { title, paragraphs: [`<b>${title}.</b>`, m.completed.connect(link(dashboardUrl))] };
  }
  const failure = text('failureMessage');
  const cure = text('failureCure');
  const id = m.installId(text('installId', 60));
  if (status === 'manual_review') {
    return {
      title: m.review.title(ip),
      paragraphs: [m.review.lead(ip), failure, m.review.cure, id].filter(Boolean),
    };
  }
  const title = m.failed.title(ip);
  return {
    title,
    paragraphs: [
      `<b>${title}.</b>`,
      failure,
      cure && m.failed.cure(cure),
      m.failed.quota,
      id,
    ].filter(Boolean),
  };
}

/** As Telegram shows it. */
export const toHtml = ({ paragraphs }: NoticeText): string => paragraphs.join('\n\n');

const link = (url: string): string => quote(url, 300);

const rupiah = (amount: unknown): string => `Rp ${Number(amount).toLocaleString('id-ID')}`;
