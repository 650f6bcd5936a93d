import { mailTime } from '@casement/common/platform/mail/mail-time.js';
import { DEFAULT_TIME_ZONE } from '@casement/proto/http/time-zone.js';
import { failures } from '@casement/proto/texts/id/failures.js';
import { phrases } from '@casement/proto/texts/id/phrases.js';
import { DEFAULT_LANGUAGE, type Language } from '@casement/proto/language.js';
import { telegramTexts } from '@casement/proto/texts/telegram.js';
import { translate } from '@casement/proto/texts/translate.js';
import type { Notice, NoticeText } from './notice.js';
import { desktopUrl, helpUrl, noticeUrl, receiptUrl } from './notice-link.js';
import { progressText, stageOf } from './progress-text.js';
import { escapeText, quote } from './telegram-html.js';

type Field = (name: string, maxLength?: number) => string;

/** Receipts state Asia/Jakarta; the reader's zone applies to other times. */
export function noticeText(
  notice: Notice,
  publicUrl: string,
  language: Language = DEFAULT_LANGUAGE,
  timeZone = DEFAULT_TIME_ZONE,
): NoticeText {
  const { content } = notice;
  const { notices: m } = telegramTexts[language];
  const url = noticeUrl(notice, publicUrl);
  const text: Field = (name, maxLength) => quote(String(content[name] ?? ''), maxLength);
  switch (notice.kind) {
    case 'install_progress':
      return progressText(placeOf(content), stageOf(String(content['status'])), language, url, {
        linux: content['linux'] !== undefined,
      });
    case 'install_finished':
      return finishedText(content, text, { url, publicUrl }, language);
    case 'topup_paid':
      return {
        title: m.topup.title(text('quantity', 20)),
        paragraphs: [m.topup.lead],
        receipt: receiptOf(notice, text, language),
        link: { label: m.topup.link, url },
        ...(content['receiptNumber'] !== undefined && {
          secondaryLink: {
            label: m.topup.receiptLink,
            url: receiptUrl(publicUrl, content['receiptNumber']),
          },
        }),
      };
    case 'topup_expiring': {
      const time = clockTime(content['expiredTime'], timeZone);
      return {
        title: m.topupExpiring.title(time),
        paragraphs: [m.topupExpiring.lead(text('quantity', 20), time)],
        receipt: receiptOf({ kind: notice.kind, content }, text, language, m.topupExpiring.total),
        link: { label: m.topupExpiring.link, url },
      };
    }
    case 'topup_refunded':
      return refundedText(content, text, { url, publicUrl }, language);
    case 'quota_low':
      return {
        title: m.quotaLow.title,
        paragraphs: [m.quotaLow.lead(text('quota', 20)), m.quotaLow.cure],
        link: { label: m.quotaLow.link, url },
      };
    case 'webhook_paused':
      return {
        title: m.webhookPaused.title(text('host', 300)),
        paragraphs: [
          content['reason'] === 'gone' ? m.webhookPaused.gone : m.webhookPaused.failing,
          m.webhookPaused.cure,
        ],
        link: { label: m.webhookPaused.link, url },
      };
    case 'reply':
      return {
        title: content['title'] === undefined ? null : quote(String(content['title'])),
        paragraphs: [String(content['html'] ?? '')],
      };
  }
}

/** Events of version 0.1.0 have no total. */
function receiptOf(
  { content, occurredAt }: Notice,
  text: Field,
  language: Language,
  totalLabel?: string,
): NonNullable<NoticeText['receipt']> {
  const { receipt: m } = telegramTexts[language].notices.topup;
  const { finalAmount, payableAmount, payableUsdt, receiptNumber } = content;
  const fee = payableAmount === undefined ? 0 : Number(payableAmount) - Number(finalAmount);
  const total =
    payableUsdt === undefined
      ? payableAmount !== undefined && rupiah(payableAmount)
      : `${text('payableUsdt', 40)} USDT`;
  return [
    ...(receiptNumber === undefined ? [] : [{ label: m.number, value: text('receiptNumber', 40) }]),
    { label: m.reference, value: text('reference', 100) },
    ...(occurredAt ? [{ label: m.paidOn, value: mailTime(occurredAt, { language }) }] : []),
    { label: m.quota, value: text('quantity', 20) },
    { label: m.amount, value: rupiah(finalAmount) },
    ...(total
      ? [
          { label: m.fee, value: fee > 0 ? rupiah(fee) : m.noFee },
          { label: totalLabel ?? m.total, value: total },
        ]
      : []),
  ];
}

function refundedText(
  content: Notice['content'],
  text: Field,
  { url, publicUrl }: { url: string; publicUrl: string },
  language: Language,
): NoticeText {
  const { topup, topupRefunded: m } = telegramTexts[language].notices;
  const { amount, amountUsdt, creditNoteNumber } = content;
  const sum = amountUsdt === undefined ? rupiah(amount) : `${text('amountUsdt', 40)} USDT`;
  return {
    title: m.title(sum),
    paragraphs: [m.lead],
    receipt: [
      ...(creditNoteNumber === undefined
        ? []
        : [{ label: m.number, value: text('creditNoteNumber', 40) }]),
      { label: topup.receipt.reference, value: text('reference', 100) },
      { label: m.quota, value: text('quantity', 20) },
      { label: m.total, value: sum },
    ],
    link: { label: topup.link, url },
    ...(creditNoteNumber !== undefined && {
      secondaryLink: { label: m.creditNoteLink, url: receiptUrl(publicUrl, creditNoteNumber) },
    }),
  };
}

function finishedText(
  content: Notice['content'],
  text: Field,
  { url, publicUrl }: { url: string; publicUrl: string },
  language: Language,
): NoticeText {
  const status = String(content['status']);
  const { notices: m } = telegramTexts[language];
  const ip = placeOf(content);
  if (status === 'completed' && content['linux'] !== undefined) {
    const { title, connect, link } = m.linux;
    return { title: title(ip), paragraphs: [connect], link: { label: link, url } };
  }
  if (status === 'completed') {
    return {
      title: m.completed.title(ip),
      paragraphs: [m.completed.connect],
      link: { label: m.completed.link, url },
      ...(content['desktop'] !== undefined && {
        secondaryLink: {
          label: m.completed.openDesktop,
          url: desktopUrl(publicUrl, content['installId']),
        },
      }),
    };
  }
  // Notices recorded without a failure code stay in English.
  const code = String(content['failureCode'] ?? '');
  const failed = (name: string) => quote(failureIn(language, code, String(content[name] ?? '')));
  const failure = failed('failureMessage');
  const cure = failed('failureCure');
  const id = m.installId(text('installId', 60));
  const links = {
    link: { label: m.seeInstall, url },
    ...(code && { secondaryLink: { label: m.moreHelp, url: helpUrl(publicUrl, code) } }),
  };
  if (status === 'manual_review') {
    return {
      title: m.review.title(ip),
      paragraphs: [failure, m.review.cure, id].filter(Boolean),
      ...links,
    };
  }
  const quota = content['free'] === undefined ? m.failed.quota : '';
  return {
    title: m.failed.title(ip),
    paragraphs: [failure, cure && m.failed.cure(cure), quota, id].filter(Boolean),
    ...links,
  };
}

/** Returns the escaped address of an install, preceded by the machine's label if it has one. */
export function placeOf({ ip = '', label }: PlaceContent): string {
  const address = quote(String(ip), 60);
  return label ? `${quote(String(label), 60)} (${address})` : address;
}

interface PlaceContent {
  ip?: string | number;
  label?: string | number | null;
}

export const toHtml = ({ title, paragraphs, receipt, link, secondaryLink }: NoticeText): string =>
  [
    title !== null && `<b>${title}.</b>`,
    ...paragraphs,
    receipt && receiptLines(receipt),
    ...[link, secondaryLink].map(
      (one) => one && `${escapeText(one.label)}: ${quote(one.url, 300)}`,
    ),
  ]
    .filter(Boolean)
    .join('\n\n');

export const receiptLines = (receipt: NonNullable<NoticeText['receipt']>): string =>
  receipt.map(({ label, value }) => `${label}: ${value}`).join('\n');

const rupiah = (amount: unknown): string => `Rp ${Number(amount).toLocaleString('id-ID')}`;

/** @returns e.g. `18:41 WIB`. Only the Indonesian locale has the names of Indonesia's zones. */
function clockTime(unixSeconds: unknown, timeZone: string): string {
  const format = { hour: '2-digit', minute: '2-digit', timeZone, timeZoneName: 'short' } as const;
  return new Date(Number(unixSeconds) * 1000).toLocaleTimeString('id', format).replaceAll('.', ':');
}

/** Translates an install's failure or remedy by its code. Without a translation, returns the English text. */
const failureIn = (language: Language, code: string, text: string): string =>
  (language === 'id' && translate(failures[code] ?? {}, text, phrases)) || text;
