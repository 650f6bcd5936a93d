import { useState, type FormEvent } from 'react';
import { Button } from '@/components/ui/button.js';
import { t } from '@/messages/i18n.js';
import { withToast } from '@/lib/toast/toast-failure.js';
import { adminTwoFactorMessages } from '@/messages/admin/users/admin-two-factor.js';
import { useDisableTwoFactor } from '../api.js';
import { isCompleteCode } from '../code.js';
import { AppCodeField } from './app-code-field.js';

/** Shown while two-factor is enabled. */
export function DisableForm() {
  const m = t(adminTwoFactorMessages);
  const [code, setCode] = useState('');
  const disable = useDisableTwoFactor();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!isCompleteCode(code)) return;
    const done = () => ({ title: m.disabledToast, description: m.disabledHelp });
    const change = disable.mutateAsync({ code });
    if (!(await withToast(change, { done, failed: m.disableFailed }))) setCode('');
  };

  return (
    <form className="grid gap-4" onSubmit={(event) => void submit(event)}>
      <p className="text-muted-foreground">
        {m.onLead} {m.disableLead}
      </p>
      <div className="max-w-[340px]">
        <AppCodeField value={code} onValueChange={setCode} />
      </div>
      <Button
        type="submit"
        variant="danger"
        className="justify-self-start"
        busy={disable.isPending}
      >
        {m.disable}
      </Button>
    </form>
  );
}
