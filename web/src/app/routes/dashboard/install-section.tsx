import { WalletCards } from 'lucide-react';
import { Button } from '@/components/ui/button.js';
import { Note } from '@/components/ui/note.js';
import { InstallExplain } from '@/features/install/components/install-explain.js';
import { InstallForm } from '@/features/install/components/install-form.js';
import { t } from '@/lib/messages.js';
import { installMessages } from '@/messages/install.js';

/** Install Windows. Without quota the form is replaced (SPEC §5). */
export default function InstallSection({
  quota,
  quotaKey,
  onTopup,
  onStarted,
}: {
  quota: number;
  quotaKey: readonly unknown[];
  onTopup: () => void;
  onStarted: () => void;
}) {
  const { form: m } = t(installMessages);
  return (
    <>
      <h1 className="text-2xl">{m.title}</h1>
      <p className="text-muted-foreground mt-1 mb-5 num">{m.lead(quota)}</p>
      <div className="grid lg:grid-cols-[380px_1fr] gap-5 items-start">
        {quota <= 0 ? (
          <section className="frame p-5 grid gap-4">
            <Note tone="warning" icon={WalletCards}>
              {m.noQuota}
            </Note>
            <Button variant="primary" size="lg" onClick={onTopup}>
              {m.topup}
            </Button>
          </section>
        ) : (
          <InstallForm quota={quota} quotaKey={quotaKey} onStarted={onStarted} />
        )}
        <InstallExplain quota={quota} />
      </div>
    </>
  );
}
