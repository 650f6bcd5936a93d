import type { InstallRequest } from '@casement/proto/http/install/install.js';
import { WalletCards } from 'lucide-react';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '@/components/ui/button.js';
import { Note } from '@/components/ui/note.js';
import { CheckCard } from '@/features/vps-check/components/check-card.js';
import { NO_INSTALL, type InstallTarget } from '@/features/vps-check/install-fields.js';
import { useVpsCheck } from '@/features/vps-check/use-vps-check.js';
import { schemaResolver } from '@/lib/form/form.js';
import { loadRules } from '@/lib/form/load-rules.js';
import { useDraft } from '@/lib/form/use-draft.js';
import { t } from '@/messages/i18n.js';
import { installMessages } from '@/messages/install/install.js';
import { InstallForm } from './install-form.js';

const resolver = schemaResolver<InstallRequest>(async () => (await loadRules()).installRequest);

/** The install form. Without quota, it is replaced by a sentence (SPEC §5) and a free check of the VPS. */
export function InstallPanel({
  quota,
  quotaKey,
  price,
  target,
  onTargetTaken,
  onTopup,
  onStarted,
}: {
  quota: number;
  /** Query key of the quota, which is stale after a start. */
  quotaKey: readonly unknown[];
  /** Formatted price of 1 quota; null if unknown. */
  price: string | null;
  /** Target of a failed install, used to prefill the form. */
  target: InstallTarget | null;
  onTargetTaken: () => void;
  onTopup: () => void;
  onStarted: () => void;
}) {
  const { form: m } = t(installMessages);
  const form = useForm<InstallRequest>({ resolver, mode: 'onChange', defaultValues: NO_INSTALL });
  useDraft('install', form, ['ip', 'win_ver']);
  const check = useVpsCheck(form);
  const funded = quota > 0;

  // Runs after the draft is restored, because an explicit request overrides earlier input.
  useEffect(() => {
    if (!target) return;
    form.reset({ ...NO_INSTALL, ...target }, { keepDefaultValues: true });
    onTargetTaken();
  }, [target, form, onTargetTaken]);

  // A payment may take hours. Address and version are kept for the form; password and key are not.
  useEffect(() => {
    if (funded) return;
    return () => {
      for (const secret of ['passwd_vps', 'ssh_key', 'ssh_passphrase'] as const)
        form.setValue(secret, '');
    };
  }, [funded, form]);

  if (funded) {
    return (
      <InstallForm
        form={form}
        check={check}
        quota={quota}
        quotaKey={quotaKey}
        onStarted={onStarted}
      />
    );
  }
  return (
    <div className="grid gap-5">
      <section className="frame p-5 grid gap-4">
        <Note tone="warning" icon={WalletCards}>
          {m.noQuota}
        </Note>
        <Button size="lg" onClick={onTopup}>
          {m.topup}
        </Button>
      </section>
      <CheckCard form={form} check={check} price={price} onBuy={onTopup} />
    </div>
  );
}
