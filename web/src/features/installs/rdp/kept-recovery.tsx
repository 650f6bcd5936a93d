import type { InstallRecord } from '@casement/proto/http/install/install.js';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '@/components/ui/button.js';
import { CommandLine } from '@/components/ui/command-line.js';
import { lazyDialog } from '@/components/ui/dialog/lazy-dialog.js';
import ConfirmDialog from '@/components/ui/dialog/confirm-dialog.js';
import { canInstallAgain } from '@/lib/installs/phases.js';
import { placeOf } from '@/lib/installs/place.js';
import { withToast } from '@/lib/toast/toast-failure.js';
import { t } from '@/messages/i18n.js';
import { bootGuardMessages } from '@/messages/install/boot-guard.js';
import { passwordResetMessages } from '@/messages/install/password-reset.js';
import { ownInstallQuery } from '../api.js';
import { useRemoveRecovery, useStartWindows } from './kept-recovery-api.js';

const PasswordResetDialog = lazyDialog(() => import('./password-reset-dialog.js'));

const POLL_MS = 15_000;

/** Restarts into the recovery system. Only an administrator of that Windows can run it. */
const COMMAND = String.raw`powershell -ExecutionPolicy Bypass -File C:\Windows\Casement\guard.ps1 recovery`;

/** Recovery system that stays on the disk of a completed install. */
export function KeptRecovery({
  onInstallAgain,
  ...props
}: {
  install: InstallRecord;
  onInstallAgain: (install: InstallRecord) => void;
}) {
  const { title, answering, kept: m } = t(bootGuardMessages);
  const { data: install = props.install } = useQuery({
    ...ownInstallQuery(props.install.id),
    refetchInterval: POLL_MS,
  });
  const start = useStartWindows();
  const [removing, setRemoving] = useState(false);
  const [resetting, setResetting] = useState(false);
  const { kept, recovery } = install.guard ?? {};
  if (!kept) return null;
  const startWindows = () =>
    withToast(start.mutateAsync(install.id), {
      done: () => ({ title: m.starting }),
      failed: m.startFailed,
    });
  return (
    <section className="mt-4 text-sm grid gap-2">
      <h3 className="font-[600]">{title}</h3>
      {recovery?.start_windows && (
        <>
          <p>{answering}</p>
          <div className="flex flex-wrap gap-2">
            {canInstallAgain(install) && (
              <Button size="sm" onClick={() => onInstallAgain(install)}>
                {m.installAgain}
              </Button>
            )}
            <Button size="sm" busy={start.isPending} onClick={() => void startWindows()}>
              {m.startWindows}
            </Button>
          </div>
        </>
      )}
      {kept === 'kept' && !recovery?.start_windows && (
        <div className="text-muted-foreground">
          <p>{m.help}</p>
          <CommandLine command={COMMAND} label={m.command} />
          <p className="mt-2">{m.console}</p>
        </div>
      )}
      {kept !== 'kept' && <p className="text-muted-foreground">{m[kept]}</p>}
      {kept === 'kept' && (
        <Button size="sm" className="w-fit" onClick={() => setResetting(true)}>
          {t(passwordResetMessages).action}
        </Button>
      )}
      {(kept === 'kept' || kept === 'preparing') && (
        <Button variant="danger" size="sm" className="w-fit" onClick={() => setRemoving(true)}>
          {m.remove}
        </Button>
      )}
      {resetting && <PasswordResetDialog install={install} onClose={() => setResetting(false)} />}
      {removing && <RemoveDialog install={install} onClose={() => setRemoving(false)} />}
    </section>
  );
}

function RemoveDialog({ install, onClose }: { install: InstallRecord; onClose: () => void }) {
  const { kept: m } = t(bootGuardMessages);
  const remove = useRemoveRecovery();
  const submit = async () => {
    const done = () => ({ title: m.removeRequested });
    if (await withToast(remove.mutateAsync(install.id), { done, failed: m.removeFailed }))
      onClose();
  };
  return (
    <ConfirmDialog
      title={m.removeTitle(placeOf(install))}
      question={m.removeQuestion}
      submit={m.removeSubmit}
      pending={remove.isPending}
      onConfirm={submit}
      onClose={onClose}
    />
  );
}
