import { notification, type Notification } from '@casement/proto/http/telegram/telegram.js';
import type { HistoryNotice } from './notices.service.js';

const endings = notification.shape.install.unwrap().shape.status;

/** Selects individual fields, because a notice's content has more than its owner should see. */
export function toNotification({
  id,
  kind,
  content,
  read,
  occurredAt,
}: HistoryNotice): Notification {
  const { installId, ip, label, status, desktop, linux, reference, quantity, quota, host } =
    content;
  return {
    id,
    event: kind,
    install:
      kind === 'install_finished'
        ? {
            id: String(installId),
            ip: String(ip),
            ...(label !== undefined && { label: String(label) }),
            status: endings.parse(status),
            desktop: desktop !== undefined,
            kind: linux === undefined ? 'windows' : 'linux',
          }
        : null,
    topup:
      kind === 'topup_paid' || kind === 'topup_refunded'
        ? { reference: String(reference), quantity: Number(quantity) }
        : null,
    quota: kind === 'quota_low' ? Number(quota) : null,
    webhook: kind === 'webhook_paused' ? { host: String(host) } : null,
    read,
    created_at: occurredAt.toISOString(),
  };
}
