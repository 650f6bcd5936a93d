import type { InstallRecord } from '@casement/proto/http/install.js';
import { csvTime } from '@/lib/csv/csv-time.js';
import type { CsvColumn } from '@/lib/csv/csv.js';
import { t } from '@/lib/i18n/messages.js';
import { adminInstallMessages } from '@/messages/admin/admin-installs.js';
import { installMessages } from '@/messages/install/install.js';

/** The columns of the exported installs. No password is among them: the list has none. */
export function installColumns(): CsvColumn<InstallRecord>[] {
  const m = t(adminInstallMessages);
  const { statuses } = t(installMessages);
  return [
    [m.installId, ({ id }) => id],
    [m.ip, ({ ip }) => ip],
    [m.user, ({ username }) => username],
    [m.userId, ({ user_id }) => user_id],
    [m.version, ({ win_name, win_ver }) => win_name ?? win_ver],
    [m.status, ({ status }) => statuses[status]],
    [m.failure, ({ failure }) => failure && failure.code],
    [m.started, ({ created_at }) => csvTime(created_at)],
    [m.changed, ({ updated_at }) => csvTime(updated_at)],
  ];
}
