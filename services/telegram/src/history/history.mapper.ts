import { notification, type Notification } from '@casement/proto/http/telegram.js';
import type { NoticeRow } from './history.repository.js';

const endings = notification.shape.install.unwrap().shape.status;

/** Field by field: a notice's content has more than its owner needs to read. */
export function toNotification({ id, kind, content, read, occurredAt }: NoticeRow): Notification {
  const { installId, ip, status, reference, quantity, quota, host } = content;
  return {
    id,
    event: kind,
    install:
      kind === 'install_finished'
        ? { id: String(installId), ip: String(ip), status: endings.parse(status) }
        : null,
    topup:
      kind === 'topup_paid' ? { reference: String(reference), quantity: Number(quantity) } : null,
    quota: kind === 'quota_low' ? Number(quota) : null,
    webhook: kind === 'webhook_paused' ? { host: String(host) } : null,
    read,
    created_at: occurredAt.toISOString(),
  };
}
