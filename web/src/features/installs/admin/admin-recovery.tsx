import type { AdminInstallDetails } from '@casement/proto/http/install/admin-installs.js';
import type { InstallRecord } from '@casement/proto/http/install/install.js';
import { useState } from 'react';
import { Button } from '@/components/ui/button.js';
import { lazyDialog } from '@/components/ui/dialog/lazy-dialog.js';
import { t } from '@/messages/i18n.js';
import { adminInstallMessages } from '@/messages/admin/installs/admin-installs.js';
import { bootGuardMessages } from '@/messages/install/boot-guard.js';

const StartWindowsDialog = lazyDialog(() => import('./start-windows-dialog.js'));
const ReleaseDialog = lazyDialog(() => import('./release-dialog.js'));

/** State of the recovery system, and what an administrator can do about it. */
export function AdminRecovery({
  install,
  actions,
}: {
  install: InstallRecord;
  actions: AdminInstallDetails['recovery'];
}) {
  const { recovery: m } = t(adminInstallMessages);
  const [open, setOpen] = useState<'start' | 'release'>();
  const close = () => setOpen(undefined);
  const answering = install.guard?.recovery?.answering;
  return (
    <>
      {answering !== undefined && (
        <p className="text-sm mb-2">
          {answering ? t(bootGuardMessages).answering : m.notAnswering}
        </p>
      )}
      {actions?.start_windows === 'ordered' && <p className="text-sm mb-2">{m.ordered}</p>}
      <div className="flex flex-wrap gap-2 mb-3 empty:hidden">
        {actions?.start_windows === 'possible' && (
          <Button size="sm" onClick={() => setOpen('start')}>
            {m.start}
          </Button>
        )}
        {actions?.release && (
          <Button size="sm" onClick={() => setOpen('release')}>
            {m.release}
          </Button>
        )}
      </div>
      {open === 'start' && <StartWindowsDialog install={install} onClose={close} />}
      {open === 'release' && <ReleaseDialog install={install} onClose={close} />}
    </>
  );
}
