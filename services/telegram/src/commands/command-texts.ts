import type { GetUserStatsResponse } from '@casement/proto/gen/casement/install/v1/install_service.js';
import type { LinkOutcome } from '../links/links.service.js';
import { noticeText } from '../notices/notice-texts.js';
import type { NoticeEntity } from '../notices/notice.entity.js';
import { quote } from '../notices/telegram-html.js';
import { COMMAND_MENU } from './command-menu.js';

const TIME = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'Asia/Jakarta',
});

/** Everything that the bot says by itself, in Telegram's HTML. */
export const texts = {
  help: `This bot brings you Casement's notifications.\n\n${COMMAND_MENU.map(
    ({ command, description }) => `/${command} – ${description}`,
  ).join('\n')}`,

  notUnderstood: 'I did not understand that.',

  howToLink: (dashboardUrl: string) =>
    `This chat is not connected to a Casement account.\n\nOpen Settings → Telegram in Casement and press Connect Telegram: ${quote(dashboardUrl, 300)}`,

  linked: (username: string | undefined) =>
    `This chat is connected to ${username ? `the Casement account <b>${quote(username, 60)}</b>` : 'your Casement account'}.`,

  used: (outcome: LinkOutcome, username: string | undefined): string => {
    switch (outcome.kind) {
      case 'unknown':
        return 'This link is not valid. Please open Settings → Telegram in Casement and connect again.';
      case 'used':
        return 'This link was used already. To connect again, open Settings → Telegram in Casement.';
      case 'expired':
        return 'This link has expired. Please open Settings → Telegram in Casement and connect again.';
      case 'linked':
        return [
          `<b>Connected.</b> ${texts.linked(username)} Notifications are on.`,
          outcome.movedHere &&
            'This chat was connected to another Casement account before; that one gets nothing here any more.',
          outcome.movedAccount &&
            'Your Casement account was connected to another Telegram account before; that one gets no more notifications.',
          '/help shows what I can do.',
        ]
          .filter(Boolean)
          .join('\n\n');
    }
  },

  backup: (link: string) =>
    `If this bot ever can't reach you, our second one will: open ${quote(link, 300)} and press Start, once.`,

  quota: (quota: number) => `You have <b>${quota}</b> quota. Each installation takes 1.`,

  installs: ({ total, active, completed, failed }: GetUserStatsResponse) =>
    `Installations: <b>${total}</b>\nUnder way: ${active}\nCompleted: ${completed}\nFailed: ${failed}`,

  history: (notices: Pick<NoticeEntity, 'kind' | 'content' | 'occurredAt'>[]) =>
    notices.length === 0
      ? 'There were no notifications yet.'
      : `<b>The latest notifications</b> (Asia/Jakarta)\n\n${notices
          .map((notice) => `${TIME.format(notice.occurredAt)}: ${noticeText(notice, '').title}`)
          .join('\n')}`,

  topup: (dashboardUrl: string) => `Top up your quota in Casement: ${quote(dashboardUrl, 300)}`,

  notifications: (enabled: boolean) =>
    `Notifications are <b>${enabled ? 'on' : 'off'}</b>. To turn them ${enabled ? 'off' : 'on'}: /notifications ${enabled ? 'off' : 'on'}`,

  reallyDisconnect:
    'This chat will get no more notifications, and its settings are reset. To go on, send /disconnect yes',

  disconnected: 'Disconnected. To connect again, open Settings → Telegram in Casement.',

  language: 'I speak English. Other languages are not available yet.',

  notAvailable: 'That is not available at the moment. Please try again in a minute.',
};
