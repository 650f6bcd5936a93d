import { useCallback, useState } from 'react';
import { lazyDialog } from '@/components/ui/dialog/lazy-dialog.js';
import type { HistoryDialog } from '@/lib/navigation/history-state.js';

const InstallDesktop = lazyDialog(() => import('./install-desktop.js'));

/**
 * Desktop view of the install stored in the history state. Back closes it, except while a desktop is open: then the
 * view asks for confirmation first.
 */
export function DesktopHost({ dialog }: { dialog: HistoryDialog<string> }) {
  const [open, setOpen] = useState<string | null>(null);
  const of = dialog.of ?? open;
  const onBusy = useCallback((busy: boolean) => setOpen(busy ? (of ?? null) : null), [of]);
  if (!of) return null;
  return (
    <InstallDesktop
      key={of}
      installId={of}
      leaving={dialog.of === undefined}
      onCancelLeave={() => dialog.open(of)}
      onBusy={onBusy}
      onClose={() => {
        setOpen(null);
        if (dialog.of !== undefined) dialog.close();
      }}
    />
  );
}
