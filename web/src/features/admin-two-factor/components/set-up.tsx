import { Button } from '@/components/ui/button.js';
import { t } from '@/messages/i18n.js';
import { toastFailure } from '@/lib/toast/toast-failure.js';
import { adminTwoFactorMessages } from '@/messages/admin/admin-two-factor.js';
import { useSetUpTwoFactor } from '../api.js';
import { EnableForm } from './enable-form.js';

/** Shown while two-factor is disabled. */
export function SetUp() {
  const m = t(adminTwoFactorMessages);
  const setUp = useSetUpTwoFactor();

  const begin = async () => {
    try {
      await setUp.mutateAsync();
    } catch (error) {
      toastFailure(m.setupFailed, error);
    }
  };

  if (setUp.data) {
    return <EnableForm setup={setUp.data} onCancel={setUp.reset} />;
  }
  return (
    <>
      <p className="text-muted-foreground mb-4">{m.offLead}</p>
      <Button variant="primary" disabled={setUp.isPending} onClick={() => void begin()}>
        {m.setUp}
      </Button>
    </>
  );
}
