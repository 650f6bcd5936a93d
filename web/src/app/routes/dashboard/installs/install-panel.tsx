import type { InstallRequest } from '@casement/proto/http/install/install.js';
import type { VpsCheck } from '@casement/proto/http/install/vps-checks.js';
import { useQuery } from '@tanstack/react-query';
import { WalletCards } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '@/components/ui/button.js';
import { focusBelowDialogs } from '@/components/ui/dialog/focus-return.js';
import { Note } from '@/components/ui/note.js';
import { InstallExplain } from '@/features/installs/components/install-explain.js';
import { windowsVersionsQuery } from '@/features/vps-check/api.js';
import { CheckCard } from '@/features/vps-check/components/check-card.js';
import { BuyVerdict, InstallVerdict } from '@/features/vps-check/components/verdicts.js';
import {
  nextEmptyField,
  NO_INSTALL,
  type InstallTarget,
} from '@/features/vps-check/install-fields.js';
import { useVpsCheck } from '@/features/vps-check/use-vps-check.js';
import { schemaResolver } from '@/lib/form/form.js';
import { loadRules } from '@/lib/form/load-rules.js';
import { useDraft } from '@/lib/form/use-draft.js';
import { LazyRegion } from '@/components/ui/feedback/lazy-region.js';
import { lazyComponent } from '@/lib/lazy-component.js';
import { useHistoryDialog } from '@/lib/navigation/history-state.js';
import { t } from '@/messages/i18n.js';
import { installMessages } from '@/messages/install/install.js';
import { INSTALL_FORM, InstallForm } from './install-form.js';

const CheckColumn = lazyComponent(() => import('@/features/vps-check/components/check-column.js'));

const resolver = schemaResolver<InstallRequest>(async () => (await loadRules()).installRequest);

/**
 * The install form with the check of the VPS and the explanation of an install next to it. Without quota, it is replaced by a sentence (SPEC §5) and a free
 * check of the VPS. What has been entered survives a payment on this page, but no reload.
 */
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
  const [editNetwork, setEditNetwork] = useState(0);
  const [retriedIp, setRetriedIp] = useState<string>();
  const edit = () => setEditNetwork((n) => n + 1);

  // Runs after the draft is restored, because an explicit request overrides earlier input.
  useEffect(() => {
    if (!target) return;
    const { field, ...values } = target;
    setRetriedIp(values.ip);
    form.reset({ ...NO_INSTALL, ...values }, { keepDefaultValues: true });
    // The form knows its fields again only after the next render.
    elementOf(field)?.focus();
    onTargetTaken();
  }, [target, form, onTargetTaken]);

  // After a payment on this page, the input continues in the form that replaces the card.
  const wasFunded = useRef(funded);
  useEffect(() => {
    if (wasFunded.current === funded) return;
    wasFunded.current = funded;
    const next = funded && nextEmptyField(form.getValues());
    const field = next && elementOf(next);
    if (field) focusBelowDialogs(field);
  }, [funded, form]);

  // The dialog of the confirmation shows the check itself.
  const asking = useHistoryDialog('erase').of !== undefined;
  const versions = useQuery({ ...windowsVersionsQuery, enabled: !funded });
  const sold = versions.data?.some(({ available }) => available) ?? true;
  const passed = (found: VpsCheck) =>
    funded ? (
      <InstallVerdict check={found} form={INSTALL_FORM} />
    ) : (
      <BuyVerdict check={found} price={price} onBuy={sold ? onTopup : undefined} />
    );

  return (
    <div className="grid lg:grid-cols-[minmax(380px,2fr)_3fr] gap-5 items-start">
      {funded ? (
        <InstallForm
          form={form}
          check={check}
          quota={quota}
          quotaKey={quotaKey}
          retriedIp={retriedIp}
          editNetwork={editNetwork}
          onEditNetwork={edit}
          onStarted={onStarted}
        />
      ) : (
        <div className="grid gap-5">
          <section className="frame p-5 grid gap-4">
            <Note tone="warning" icon={WalletCards}>
              {m.noQuota}
            </Note>
            <Button size="lg" onClick={onTopup}>
              {m.topup}
            </Button>
          </section>
          <CheckCard form={form} check={check} sold={sold} />
        </div>
      )}
      <div className="grid gap-5">
        {check.id && !asking && (
          <LazyRegion of={CheckColumn}>
            <CheckColumn
              key={check.id}
              id={check.id}
              passed={passed}
              onEdit={funded ? edit : undefined}
            />
          </LazyRegion>
        )}
        <InstallExplain quota={quota} />
      </div>
    </div>
  );
}

const elementOf = (field: string) => document.querySelector<HTMLElement>(`main [name=${field}]`);
