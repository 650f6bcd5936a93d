import { failureIn, messagesIn, DEFAULT_LANGUAGE, type Language } from '../messages.js';
import type { Notice, NoticeText } from './notice.js';
import { desktopUrl, noticeUrl } from './notice-link.js';
import { progressText, stageOf } from './progress-text.js';
import { escapeText, quote } from './telegram-html.js';

type Field = (name: string, maxLength?: number) => string;

export function noticeText(
  notice: Notice,
  publicUrl: string,
  language: Language = DEFAULT_LANGUAGE,
): NoticeText {
  const { content } = notice;
  const { notices: m } = messagesIn(language);
  const url = noticeUrl(notice, publicUrl);
  const text: Field = (name, maxLength) => quote(String(content[name] ?? ''), maxLength);
  switch (notice.kind) {
    case 'install_progress':
      return progressText(placeOf(content), stageOf(String(content['status'])), language, url);
    case 'install_finished':
      return finishedText(content, text, { url, publicUrl }, language);
    case 'topup_paid':
      return {
        title: m.topup.title,
        paragraphs: [
          m.topup.lead(text('quantity', 20)),
          sumsText(content, text, language),
          m.topup.reference(text('reference', 100)),
        ],
        link: { label: m.topup.link, url },
      };
    case 'topup_expiring':
      return {
        title: m.topupExpiring.title(jakartaTime(content['expiredTime'])),
        paragraphs: [
          m.topupExpiring.lead(text('quantity', 20), jakartaTime(content['expiredTime'])),
          sumsText(content, text, language),
          m.topup.reference(text('reference', 100)),
        ],
        link: { label: m.topupExpiring.link, url },
      };
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
          `<b>${m.webhookPaused.title(text('host', 300))}.</b>`,
          content['reason'] === 'gone' ? m.webhookPaused.gone : m.webhookPaused.failing,
          m.webhookPaused.cure,
        ],
        link: { label: m.webhookPaused.link, url },
      };
    case 'reply':
      return {
        title: String(content['title'] ?? 'Casement'),
        paragraphs: [String(content['html'] ?? '')],
      };
  }
}

/** Returns total and fee. Events of version 0.1.0 have only the amount. */
function sumsText(content: Notice['content'], text: Field, language: Language): string {
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
  content: Notice['content'],
  text: Field,
  { url, publicUrl }: { url: string; publicUrl: string },
  language: Language,
): NoticeText {
  const status = String(content['status']);
  const { notices: m } = messagesIn(language);
  const ip = placeOf(content);
  if (status === 'completed') {
    const title = m.completed.title(ip);
    return {
      title,
      paragraphs: [`<b>${title}.</b>`, m.completed.connect],
      link: { label: m.completed.link, url },
      ...(content['desktop'] !== undefined && {
        secondaryLink: {
          label: m.completed.openDesktop,
          url: desktopUrl(publicUrl, content['installId']),
        },
      }),
    };
  }
  // Notices recorded without a code stay in English.
  const code = String(content['failureCode'] ?? '');
  const failed = (name: string) => quote(failureIn(language, code, String(content[name] ?? '')));
  const failure = failed('failureMessage');
  const cure = failed('failureCure');
  const id = m.installId(text('installId', 60));
  if (status === 'manual_review') {
    return {
      title: m.review.title(ip),
      paragraphs: [m.review.lead(ip), failure, m.review.cure, id].filter(Boolean),
      link: { label: m.seeInstall, url },
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
    link: { label: m.seeInstall, url },
  };
}

/** Address of an install, after the owner's name for the machine. Escaped. */
export function placeOf({ ip = '', label }: PlaceContent): string {
  const address = quote(String(ip), 60);
  return label ? `${quote(String(label), 60)} (${address})` : address;
}

interface PlaceContent {
  ip?: string | number;
  label?: string | number | null;
}

export const toHtml = ({ paragraphs, link, secondaryLink }: NoticeText): string =>
  [
    ...paragraphs,
    ...[link, secondaryLink].map(
      (one) => one && `${escapeText(one.label)}: ${quote(one.url, 300)}`,
    ),
  ]
    .filter(Boolean)
    .join('\n\n');

const rupiah = (amount: unknown): string => `Rp ${Number(amount).toLocaleString('id-ID')}`;

/** @returns e.g. `18:41 WIB` (SPEC §9: Asia/Jakarta) */
function jakartaTime(unixSeconds: unknown): string {
  const format = { hour: '2-digit', minute: '2-digit', timeZone: 'Asia/Jakarta' } as const;
  return `${new Date(Number(unixSeconds) * 1000).toLocaleTimeString('en-GB', format)} WIB`;
}
