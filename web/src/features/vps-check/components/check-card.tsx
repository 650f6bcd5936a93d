import type { InstallRequest } from '@casement/proto/http/install/install.js';
import type { VpsCheck } from '@casement/proto/http/install/vps-checks.js';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Stethoscope } from 'lucide-react';
import { Suspense } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { Button } from '@/components/ui/button.js';
import { Note } from '@/components/ui/note.js';
import { prefetchRules } from '@/lib/form/load-rules.js';
import { t } from '@/messages/i18n.js';
import { lazyComponent } from '@/lib/lazy-component.js';
import { vpsCheckMessages } from '@/messages/install/vps-check.js';
import { windowsVersionsQuery } from '../api.js';
import { SIGN_IN_FIELDS } from '../install-fields.js';
import { installTime } from '../install-time.js';
import type { FormVpsCheck } from '../use-vps-check.js';
import { SshFields } from './ssh-fields.js';
import { VpsFields } from './vps-fields.js';

const CheckPanel = lazyComponent(() => import('./check-panel.js'));

/** Check for users without quota, so that they know before the payment whether Windows can be installed. */
export function CheckCard({
  form,
  check,
  price,
  onBuy,
}: {
  form: UseFormReturn<InstallRequest>;
  check: FormVpsCheck;
  /** Formatted price of 1 quota; null if unknown. */
  price: string | null;
  onBuy: () => void;
}) {
  const { card: m } = t(vpsCheckMessages);
  const versions = useQuery(windowsVersionsQuery);
  // If no version is installable, only the VPS is checked and no quota is offered.
  const sold = versions.data?.some(({ available }) => available) ?? true;

  const submit = async () => {
    const asked = [...SIGN_IN_FIELDS, ...(sold ? (['win_ver'] as const) : [])] as const;
    if (await form.trigger([...asked], { shouldFocus: true })) await check.start();
  };

  const passed = (found: VpsCheck) => (
    <>
      <Ready check={found} />
      {sold && (
        <Button variant="primary" size="lg" className="w-full" onClick={onBuy}>
          {price ? m.buy(price) : m.buyUnpriced}
        </Button>
      )}
      {sold && <p className="text-xs text-muted-foreground">{m.afterwards}</p>}
    </>
  );

  return (
    <form
      noValidate
      aria-labelledby="check-card"
      className="frame"
      onFocus={prefetchRules}
      onSubmit={(event) => {
        event.preventDefault();
        if (!check.pending) void submit();
      }}
    >
      <div className="frame-head">
        <h2 id="check-card">{m.title}</h2>
      </div>
      <div className="p-4 grid grid-cols-1 gap-4">
        <p className="text-sm text-muted-foreground">{m.lead}</p>
        <VpsFields form={form} />
        <SshFields form={form} />
        <Button
          type="submit"
          variant={check.id ? 'outline' : 'primary'}
          className="w-full"
          busy={check.pending}
        >
          <Stethoscope className="ic ic-sm" />
          {m.title}
        </Button>
        {check.id && (
          <Suspense fallback={null}>
            <CheckPanel key={check.id} id={check.id} passed={passed} />
          </Suspense>
        )}
      </div>
    </form>
  );
}

function Ready({ check }: { check: VpsCheck }) {
  const { card: m } = t(vpsCheckMessages);
  const { ip, win_name } = check;
  const time = installTime(check);
  return (
    <Note tone="success" icon={CircleCheck}>
      <b className="font-[600]">{time ? m.ready(time) : m.readyUntimed}</b>{' '}
      {win_name ? m.readyFor(ip, win_name) : m.readyWithout(ip)}
    </Note>
  );
}
