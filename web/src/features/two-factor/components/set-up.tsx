import { useRef } from 'react';
import { Button } from '@/components/ui/button.js';
import { t } from '@/messages/i18n.js';
import { useRestoreFocus } from '@/lib/navigation/use-restore-focus.js';
import { toastFailure } from '@/lib/toast/toast-failure.js';
import { adminTwoFactorMessages } from '@/messages/admin/users/admin-two-factor.js';
import { useSetUpTwoFactor, type Scope } from '../api.js';
import { EnableForm } from './enable-form.js';

/** Shown while two-factor is disabled. */
export function SetUp({ scope, lead }: { scope: Scope; lead: string }) {
  const m = t(adminTwoFactorMessages);
  const setUp = useSetUpTwoFactor(scope);
  const button = useRef<HTMLButtonElement>(null);
  // Cancelling the setup brings the button back.
  useRestoreFocus(button, setUp.status, false);

  const begin = async () => {
    try {
      await setUp.mutateAsync();
    } catch (error) {
      toastFailure(m.setupFailed, error);
    }
  };

  if (setUp.data) {
    return <EnableForm scope={scope} setup={setUp.data} onCancel={setUp.reset} />;
  }
  return (
    <>
      <p className="text-muted-foreground mb-4">{lead}</p>
      <Button ref={button} variant="primary" busy={setUp.isPending} onClick={() => void begin()}>
        {m.setUp}
      </Button>
    </>
  );
}
