import type { RecoveryRecord } from '@casement/proto/http/security/recovery.js';
import { useQuery } from '@tanstack/react-query';
import { Button } from '@/components/ui/button.js';
import { Dialog } from '@/components/ui/dialog/dialog.js';
import { FactList, type Fact } from '@/components/ui/fact-list.js';
import { formatDateTime } from '@/lib/format/format.js';
import { phraseMessage, t } from '@/messages/i18n.js';
import { useSession } from '@/lib/session/session.js';
import { useFailureToast } from '@/lib/toast/toast-failure.js';
import { securityMessages } from '@/messages/admin/security/security.js';
import { commonMessages } from '@/messages/common.js';
import { recoveryDetailsQuery } from './api.js';
import { durationOf, triggeredByOf, typeOf } from './recovery-facts.js';
import { RecoveryStatusBadge } from './recovery-status-badge.js';

/** Details of a recovery. The list's values are shown until the server has responded. */
export default function RecoveryDetailsDialog({
  recovery,
  onClose,
}: {
  recovery: RecoveryRecord;
  onClose: () => void;
}) {
  const { recovery: m, ip } = t(securityMessages);
  const { close } = t(commonMessages);
  const me = useSession().user?.id;
  const query = useQuery(recoveryDetailsQuery(recovery.id));
  useFailureToast(query, m.loadFailed);
  const shown = query.data ?? recovery;

  const facts: Fact[] = [
    [ip, <span className="mono wrap-anywhere">{shown.ip}</span>],
    [m.type, typeOf(shown)],
    [m.status, <RecoveryStatusBadge status={shown.status} />],
    [m.triggeredBy, triggeredByOf(shown, me)],
    [m.startedAt, formatDateTime(shown.startedAt)],
    [m.finishedAt, shown.finishedAt ? formatDateTime(shown.finishedAt) : '–'],
    [m.duration, durationOf(shown)],
    [m.attempts, shown.attempts],
    [m.reasonGiven, shown.reason],
    [m.result, shown.result && phraseMessage(shown.result)],
    [m.error, shown.error && phraseMessage(shown.error)],
  ];
  return (
    <Dialog
      onClose={onClose}
      title={m.detailsTitle}
      width={460}
      footer={<Button onClick={onClose}>{close}</Button>}
    >
      <FactList className="items-center num" facts={facts} />
    </Dialog>
  );
}
