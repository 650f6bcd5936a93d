import { cn } from '@/components/ui/class-names.js';
import { t } from '@/lib/i18n/messages.js';
import { useNow } from '@/lib/use-now.js';
import { adminInstallMessages } from '@/messages/admin/admin-installs.js';

const SILENCE_S = 15;

/** The age of the figures; in the warning colour after 15 s without an update. */
export function LiveSince({ at }: { at: number }) {
  const { monitoring: m } = t(adminInstallMessages);
  const seconds = Math.max(0, Math.floor((useNow(1_000) - at) / 1_000));
  const silent = seconds > SILENCE_S;
  return (
    <span
      className={cn(
        'text-sm inline-flex items-center gap-1.5 num',
        silent ? 'text-warning' : 'text-muted-foreground',
      )}
    >
      <span className={cn('size-1.5 rounded-full', silent ? 'bg-warning' : 'bg-success')} />
      {m.live(seconds)}
    </span>
  );
}
