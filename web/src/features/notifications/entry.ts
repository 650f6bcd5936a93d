import type { Notification } from '@casement/proto/http/telegram/telegram.js';
import type { FinishedInstall } from '@/lib/installs/finished-links.js';
import { placeOf } from '@/lib/installs/place.js';
import { openLink } from '@/lib/navigation/open-link.js';
import { t } from '@/messages/i18n.js';
import type { AppNotification } from '@/lib/session/session.js';
import { notificationMessages } from '@/messages/account/notifications.js';
import { billingMessages } from '@/messages/billing.js';
import { installMessages } from '@/messages/install/install.js';

export interface Entry {
  /** Key of the subject, identical in the page and on the server: `install:ID:completed`, `topup:REF`. */
  key: string;
  type: string;
  status: string;
  message: string;
  /** Time in milliseconds. */
  at: number;
  unseen: boolean;
  /** Link to the subject; null if there is none. */
  to: string | null;
  /** Set if an install has completed. */
  install?: FinishedInstall;
}

/** Converts a server notification into the current language. */
export function toEntry({
  id,
  event,
  install,
  topup,
  quota,
  webhook,
  read,
  created_at,
}: Notification): Entry {
  const common = { at: Date.parse(created_at), unseen: !read };
  if (event === 'install_finished' && install) {
    const { status } = install;
    const target = `install:${install.id}`;
    const message = installMessage(install);
    return {
      ...common,
      key: `${target}:${status}`,
      type: 'install',
      status,
      message,
      to: openLink(target),
      ...(status === 'completed' && {
        install: { id: install.id, ip: install.ip, desktop: install.desktop === true },
      }),
    };
  }
  if (event === 'topup_paid' && topup) {
    const { paid, paidHelp } = t(billingMessages);
    const target = `topup:${topup.reference}`;
    const message = `${paid}: ${paidHelp(topup.quantity)}`;
    return { ...common, key: target, type: 'topup', status: 'PAID', message, to: openLink(target) };
  }
  if (event === 'topup_refunded' && topup) {
    const { refundedHelp } = t(notificationMessages);
    const target = `topup:${topup.reference}`;
    const message = refundedHelp(topup.reference);
    return { ...common, key: id, type: 'topup', status: event, message, to: openLink(target) };
  }
  if (event === 'webhook_paused' && webhook) {
    const message = t(notificationMessages).webhookPaused(webhook.host);
    return { ...common, key: id, type: 'webhook', status: event, message, to: null };
  }
  const message = t(notificationMessages).quotaLow(quota ?? 0);
  return { ...common, key: id, type: 'quota', status: 'quota_low', message, to: null };
}

function installMessage(install: NonNullable<Notification['install']>): string {
  const { toasts } = t(installMessages);
  const { status, kind } = install;
  const place = placeOf(install);
  if (status === 'completed')
    return kind === 'linux' ? toasts.linuxReady(place) : toasts.completedHelp(place);
  return status === 'failed'
    ? toasts.failedHelp(place)
    : t(notificationMessages).manualReview(place);
}

/**
 * Merges the page's own notifications with the server's, newest first. The server may record the same event slightly
 * earlier or later: it is shown once, and counts as read if it was read in either.
 */
export function merge(
  seen: readonly AppNotification[],
  unread: number,
  recorded: Entry[],
): Entry[] {
  const localEntries = new Map(
    seen.map((notification, i) => [
      notification.key,
      { ...notification, unseen: i < unread, to: linkOf(notification.key) },
    ]),
  );
  const merged = recorded.map((entry) => {
    const localEntry = localEntries.get(entry.key);
    localEntries.delete(entry.key);
    return localEntry ? { ...entry, unseen: entry.unseen && localEntry.unseen } : entry;
  });
  return [...localEntries.values(), ...merged].sort((a, b) => b.at - a.at);
}

const linkOf = (key: string) => {
  const [kind, subject] = key.split(':');
  return openLink(`${kind}:${subject}`);
};
