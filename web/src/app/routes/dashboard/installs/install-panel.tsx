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

/** The form; without quota a sentence in its place (SPEC §5), and a check of the VPS, which is free. */
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
  /** The query that shows the quota; stale after a start. */
  quotaKey: readonly unknown[];
  /** Of 1 quota, as it is shown; null where it is not known. */
  price: string | null;
  /** What a failed install was to do: the form begins with it. */
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

  // After the draft: what was asked for now outranks what was typed before.
  useEffect(() => {
    if (!target) return;
    form.reset({ ...NO_INSTALL, ...target }, { keepDefaultValues: true });
    onTargetTaken();
  }, [target, form, onTargetTaken]);

  // A payment may take hours: the address and the version stay for the form, password and key do not.
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
