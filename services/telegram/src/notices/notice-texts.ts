import { quote } from './telegram-html.js';
import type { NoticeEntity } from './notice.entity.js';

/** A notice in words, for both channels. Paragraphs are Telegram's HTML; the first is the title's sentence. */
export interface NoticeText {
  /** One line without markup: a mail's subject. */
  title: string;
  /** Telegram's HTML, escaped. */
  paragraphs: string[];
}

type Told = Pick<NoticeEntity, 'kind' | 'content'>;

/** @param dashboardUrl where people go from here */
export function noticeText(notice: Told, dashboardUrl: string): NoticeText {
  const { content } = notice;
  const text = (name: string, most?: number) => quote(String(content[name] ?? ''), most);
  switch (notice.kind) {
    case 'install_progress':
      return progressText(text('ip', 60), content['status'] === 'running');
    case 'install_finished':
      return finishedText(String(content['status']), text, dashboardUrl);
    case 'topup_paid':
      return {
        title: 'Your top-up is paid',
        paragraphs: [
          `<b>Your top-up is paid.</b> ${text('quantity', 20)} quota was added for ${rupiah(content['finalAmount'])}.`,
          `Reference ${text('reference', 100)}`,
        ],
      };
    case 'quota_low':
      return {
        title: 'Your quota is running low',
        paragraphs: [
          `<b>Your quota is running low:</b> ${text('quota', 20)} left.`,
          `Top up before your next installation: ${link(dashboardUrl)}`,
        ],
      };
    case 'reply':
      return { title: 'Casement', paragraphs: [String(content['html'] ?? '')] };
  }
}

/** One message that is edited as the install goes on: what is done, and what is under way. */
function progressText(ip: string, writing: boolean): NoticeText {
  const steps = writing
    ? ['✓ Checked and prepared', '→ Windows is being written to the disk']
    : ['→ Your VPS is being checked and prepared'];
  return {
    title: `Windows is being installed on ${ip}`,
    paragraphs: [
      `<b>Windows is being installed on ${ip}.</b>`,
      steps.join('\n'),
      writing
        ? 'Linux is gone from here on. Please do not restart the VPS; you will be told when Windows is ready.'
        : 'You will be told when Windows is ready.',
    ],
  };
}

function finishedText(
  status: string,
  text: (name: string, most?: number) => string,
  dashboardUrl: string,
): NoticeText {
  const ip = text('ip', 60);
  if (status === 'completed') {
    return {
      title: `Windows is ready on ${ip}`,
      paragraphs: [
        `<b>Windows is ready on ${ip}.</b>`,
        `Connect by remote desktop as Administrator, with the RDP password that you chose: open Install History and press Connect. ${link(dashboardUrl)}`,
      ],
    };
  }
  const happened = text('failureMessage');
  const cure = text('failureCure');
  const id = `Install id ${text('installId', 60)}`;
  if (status === 'manual_review') {
    return {
      title: `The installation on ${ip} is being looked at`,
      paragraphs: [
        `<b>The installation on ${ip} needs a look by our team.</b>`,
        happened,
        'You need not do anything now, and your quota is not lost. To reach the support, open Install History and press Report.',
        id,
      ].filter(Boolean),
    };
  }
  return {
    title: `The installation on ${ip} failed`,
    paragraphs: [
      `<b>The installation on ${ip} failed.</b>`,
      happened,
      cure && `<b>What to do:</b> ${cure}`,
      'Your quota comes back to your balance.',
      id,
    ].filter(Boolean),
  };
}

/** As Telegram shows it. */
export const toHtml = ({ paragraphs }: NoticeText): string => paragraphs.join('\n\n');

const link = (url: string): string => quote(url, 300);

const rupiah = (amount: unknown): string => `Rp ${Number(amount).toLocaleString('id-ID')}`;
