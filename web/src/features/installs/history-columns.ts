import type { InstallRecord } from '@casement/proto/http/install/install.js';
import { csvTime, type CsvColumn } from '@/lib/csv/csv.js';
import { failureText } from '@/lib/installs/failure-text.js';
import { t } from '@/messages/i18n.js';
import { historyMessages } from '@/messages/install/history.js';
import { installMessages } from '@/messages/install/install.js';

/** CSV columns of the install history. The list contains no passwords. */
export function historyColumns(): CsvColumn<InstallRecord>[] {
  const m = t(historyMessages);
  const { history, statuses, detail } = t(installMessages);
  return [
    [m.installId, ({ id }) => id],
    [history.ip, ({ ip }) => ip],
    [m.label, ({ label }) => label ?? ''],
    [history.version, ({ win_name, win_ver }) => win_name ?? win_ver],
    [history.status, ({ status }) => statuses[status]],
    [m.failure, ({ failure }) => failure && failure.code],
    [m.reason, ({ failure }) => failure && failureText(failure).message],
    [m.quota, ({ quota }) => detail.quotaStates[quota]],
    [history.started, ({ created_at }) => csvTime(created_at)],
    [m.changed, ({ updated_at }) => csvTime(updated_at)],
  ];
}
