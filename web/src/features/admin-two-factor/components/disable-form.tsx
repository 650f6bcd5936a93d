import { useState, type FormEvent } from 'react';
import { Button } from '../../../components/ui/button.js';
import { CodeField } from '../../../components/ui/code-field.js';
import { attempt } from '../../../lib/attempt.js';
import { say } from '../../../lib/messages.js';
import { adminTwoFactorTexts } from '../../../messages/admin-two-factor.js';
import { useDisableTwoFactor } from '../api/change-two-factor.js';
import { isWholeCode } from '../code.js';

/** On; a code of the app turns it off. */
export function DisableForm() {
  const m = say(adminTwoFactorTexts);
  const [code, setCode] = useState('');
  const disable = useDisableTwoFactor();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!isWholeCode(code)) return;
    const done = () => ({ title: m.disabledToast, description: m.disabledHelp });
    const change = disable.mutateAsync({ code });
    if (!(await attempt(change, { done, failed: m.disableFailed }))) setCode('');
  };

  return (
    <form className="grid gap-4" onSubmit={(event) => void submit(event)}>
      <p className="text-muted-foreground">
        {m.onLead} {m.disableLead}
      </p>
      <div className="max-w-[340px]">
        <CodeField
          label={m.code}
          value={code}
          onValueChange={setCode}
          keep={/\d/g}
          inputMode="numeric"
        />
      </div>
      <Button
        type="submit"
        variant="danger"
        className="justify-self-start"
        disabled={disable.isPending}
      >
        {m.disable}
      </Button>
    </form>
  );
}
