import type { User } from '@casement/proto/http/auth/users.js';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button.js';
import { lazyDialog } from '@/components/ui/dialog/lazy-dialog.js';
import { Panel } from '@/components/ui/panel.js';
import { t } from '@/messages/i18n.js';
import { useHistoryDialog } from '@/lib/navigation/history-state.js';
import { settingsMessages } from '@/messages/account/settings.js';

const DeleteAccountDialog = lazyDialog(() => import('./delete-account-dialog.js'));

export function DeleteAccount({ user, before }: { user: User; before: ReactNode }) {
  const { deletion: m } = t(settingsMessages);
  const asking = useHistoryDialog('delete-account');
  return (
    <Panel className="mt-5" title={m.title}>
      <div className="flex flex-wrap items-center gap-4 p-4">
        <p className="flex-1 min-w-[220px] text-muted-foreground">{m.lead}</p>
        <Button variant="danger" aria-haspopup="dialog" onClick={() => asking.open(true)}>
          {m.open}
        </Button>
      </div>
      {asking.of && (
        <DeleteAccountDialog username={user.username} before={before} onClose={asking.close} />
      )}
    </Panel>
  );
}
