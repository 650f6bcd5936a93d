import { useCallback, useState } from 'react';
import { lazyDialog } from '@/components/ui/dialog/lazy-dialog.js';
import type { HistoryDialog } from '@/lib/navigation/history-state.js';

const DesktopPart = lazyDialog(() => import('./desktop-part.js'));

/**
 * Desktop view of a history place. Back closes it, except while a desktop is open: then it asks for confirmation
 * first.
 */
export function DesktopHost({ place }: { place: HistoryDialog<string> }) {
  const [open, setOpen] = useState<string | null>(null);
  const of = place.of ?? open;
  const onBusy = useCallback((busy: boolean) => setOpen(busy ? (of ?? null) : null), [of]);
  if (!of) return null;
  return (
    <DesktopPart
      key={of}
      installId={of}
      leaving={place.of === undefined}
      onStay={() => place.open(of)}
      onBusy={onBusy}
      onClose={() => {
        setOpen(null);
        if (place.of !== undefined) place.close();
      }}
    />
  );
}
