import type { InstallRequest } from '@casement/proto/http/install/install.js';
import { Stethoscope } from 'lucide-react';
import type { UseFormReturn } from 'react-hook-form';
import { Button } from '@/components/ui/button.js';
import { prefetchRules } from '@/lib/form/load-rules.js';
import { t } from '@/messages/i18n.js';
import { vpsCheckMessages } from '@/messages/install/vps-check.js';
import { SIGN_IN_FIELDS } from '../install-fields.js';
import type { FormVpsCheck } from '../use-vps-check.js';
import { SshFields } from './ssh-fields.js';
import { VpsFields } from './vps-fields.js';

/** Check for users without quota, so that they know before the payment whether Windows can be installed. */
export function CheckCard({
  form,
  check,
  sold,
}: {
  form: UseFormReturn<InstallRequest>;
  check: FormVpsCheck;
  /** Whether a version is installable. Otherwise only the VPS is checked. */
  sold: boolean;
}) {
  const { card: m } = t(vpsCheckMessages);

  const submit = async () => {
    const asked = [...SIGN_IN_FIELDS, ...(sold ? (['win_ver'] as const) : [])] as const;
    if (await form.trigger([...asked], { shouldFocus: true })) await check.start();
  };

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
      </div>
    </form>
  );
}
