import type { AdminUser } from '@casement/proto/http/users.js';
import { csvTime } from '@/lib/csv/csv-time.js';
import type { CsvColumn } from '@/lib/csv/csv.js';
import { t } from '@/lib/i18n/messages.js';
import { userMessages } from '@/messages/admin/users.js';

/** The columns of the exported users. An empty quota is not known: billing did not answer. */
export function usersColumns(): CsvColumn<AdminUser>[] {
  const m = t(userMessages);
  return [
    [m.userId, ({ id }) => id],
    [m.username, ({ username }) => username],
    [m.email, ({ email }) => email],
    [m.verified, ({ is_verified }) => (is_verified ? m.yes : m.no)],
    [m.role, ({ admin }) => m.roles[admin] ?? null],
    [m.quota, ({ quota }) => quota],
    [m.joined, ({ created_at }) => csvTime(created_at)],
  ];
}
