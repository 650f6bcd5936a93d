import type { TwoFactorSetupResponse } from '@casement/proto/http/auth/two-factor.js';
import { useState, type FormEvent } from 'react';
import { Button } from '@/components/ui/button.js';
import { CopyButton } from '@/components/ui/copy-button.js';
import { t } from '@/messages/i18n.js';
import { withToast } from '@/lib/toast/toast-failure.js';
import { takeFocus } from '@/lib/take-focus.js';
import { toast } from '@/lib/toast/toast.js';
import { adminTwoFactorMessages } from '@/messages/admin/users/admin-two-factor.js';
import { commonMessages } from '@/messages/common.js';
import { useEnableTwoFactor, type Scope } from '../api.js';
import { isCompleteCode } from '../code.js';
import { AppCodeField } from './app-code-field.js';
import { Qr } from './qr.js';

/** Shows the secret as a QR code and as text, and asks for the first code from the app. */
export function EnableForm({
  scope,
  setup,
  onCancel,
}: {
  scope: Scope;
  setup: Partial<TwoFactorSetupResponse>;
  onCancel: () => void;
}) {
  const m = t(adminTwoFactorMessages);
  const [code, setCode] = useState('');
  const enable = useEnableTwoFactor(scope);
  const { secret } = setup;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!isCompleteCode(code)) return;
    if (!secret) {
      toast({
        title: m.setupRequired,
        description: m.setupRequiredHelp,
        tone: 'destructive',
      });
      return;
    }
    const done = () => ({ title: m.enabledToast, description: m.enabledHelp });
    const change = enable.mutateAsync({ code, secret });
    if (!(await withToast(change, { done, failed: m.enableFailed }))) setCode('');
  };

  return (
    <form
      className="grid gap-5 outline-none!"
      tabIndex={-1}
      ref={takeFocus}
      onSubmit={(event) => void submit(event)}
    >
      <Qr setup={setup} />
      {secret && (
        <div>
          <p className="label">{m.manual}</p>
          <div className="flex items-center gap-1 rounded-md border pl-3 pr-1 min-h-10">
            <code className="mono flex-1 min-w-0 break-all">{secret}</code>
            <CopyButton value={secret} label={m.secret} />
          </div>
        </div>
      )}
      <div>
        <p className="mb-2">{m.enter}</p>
        <div className="max-w-[340px]">
          <AppCodeField value={code} onValueChange={setCode} />
        </div>
      </div>
      <div className="flex gap-2 justify-end max-sm:*:flex-1">
        <Button onClick={onCancel}>{t(commonMessages).cancel}</Button>
        <Button type="submit" variant="primary" busy={enable.isPending}>
          {m.enable}
        </Button>
      </div>
    </form>
  );
}
