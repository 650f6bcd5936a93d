import type { RecoveryRecord } from '@casement/proto/http/security/recovery.js';
import { CircleStop, RotateCcw } from 'lucide-react';
import { Button } from '@/components/ui/button.js';
import { t } from '@/messages/i18n.js';
import { withToast } from '@/lib/toast/toast-failure.js';
import { securityMessages } from '@/messages/admin/security/security.js';
import { useCancelRecovery, useRetryRecovery } from './api.js';
import { typeOf } from './recovery-facts.js';

/** View details, cancel if in progress, retry if failed (SPEC §2). */
export function RecoveryActions({
  recovery,
  onView,
}: {
  recovery: RecoveryRecord;
  onView: () => void;
}) {
  const { recovery: m } = t(securityMessages);
  const cancel = useCancelRecovery();
  const retry = useRetryRecovery();
  const { id, ip, status } = recovery;

  const stop = () => {
    const done = () => ({ title: m.cancelled, description: m.cancelledHelp(ip) });
    void withToast(cancel.mutateAsync(id), { done, failed: m.cancelFailed });
  };
  const again = () => {
    const done = () => ({ title: m.triggered, description: m.triggeredHelp(typeOf(recovery), ip) });
    void withToast(retry.mutateAsync(id), { done, failed: m.triggerFailed });
  };

  return (
    <>
      <Button size="sm" aria-label={m.viewOf(ip)} onClick={onView}>
        {m.view}
      </Button>
      {status === 'in_progress' && (
        <Button
          variant="ghost"
          size="sm"
          icon
          aria-label={m.cancelOf(ip)}
          title={m.cancelOf(ip)}
          busy={cancel.isPending}
          onClick={stop}
        >
          <CircleStop className="ic ic-sm" />
        </Button>
      )}
      {status === 'failed' && (
        <Button
          variant="ghost"
          size="sm"
          icon
          aria-label={m.retryOf(ip)}
          title={m.retryOf(ip)}
          busy={retry.isPending}
          onClick={again}
        >
          <RotateCcw className="ic ic-sm" />
        </Button>
      )}
    </>
  );
}
