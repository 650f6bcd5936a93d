import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '@/components/ui/button.js';
import { lazyDialog } from '@/components/ui/dialog/lazy-dialog.js';
import { Panel } from '@/components/ui/panel.js';
import { formatDateTime } from '@/lib/format/format.js';
import { withToast } from '@/lib/toast/toast-failure.js';
import { userPageMessages } from '@/messages/admin/users/user-page.js';
import { t } from '@/messages/i18n.js';
import { useCancelRecovery, userRecoveryQuery, useStartRecovery } from '../api.js';

const ConfirmDialog = lazyDialog(() => import('@/components/ui/dialog/confirm-dialog.js'));

/** Recovery of a customer who has lost all second factors. Shown only for accounts that have some. */
export function UserRecovery({ userId }: { userId: string }) {
  const { recovery: m } = t(userPageMessages);
  const { data } = useQuery(userRecoveryQuery(userId));
  const [asking, setAsking] = useState(false);
  const start = useStartRecovery(userId);
  const cancel = useCancelRecovery(userId);
  if (!data?.available && !data?.effective_at) return null;
  const at = data.effective_at;

  const confirm = async () => {
    await withToast(start.mutateAsync(), {
      done: () => ({ title: m.started, description: m.startedHelp }),
      failed: m.failed,
    });
    setAsking(false);
  };
  const stop = () =>
    withToast(cancel.mutateAsync(), {
      done: () => ({ title: m.cancelled }),
      failed: m.cancelFailed,
    });

  return (
    <Panel className="mb-4" title={m.title}>
      <div className="flex flex-wrap items-center gap-3 p-4">
        <p className="flex-1 min-w-[220px] text-muted-foreground">
          {at ? m.waiting(formatDateTime(at)) : m.lead}
        </p>
        {at ? (
          <Button busy={cancel.isPending} onClick={() => void stop()}>
            {m.cancel}
          </Button>
        ) : (
          <Button variant="danger" aria-haspopup="dialog" onClick={() => setAsking(true)}>
            {m.start}
          </Button>
        )}
      </div>
      {asking && (
        <ConfirmDialog
          title={m.title}
          question={m.question}
          submit={m.start}
          pending={start.isPending}
          onConfirm={confirm}
          onClose={() => setAsking(false)}
        />
      )}
    </Panel>
  );
}
