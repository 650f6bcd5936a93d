import { CircleCheck, ShieldAlert } from 'lucide-react';
import { useState } from 'react';
import { Button, ButtonLink } from '@/components/ui/button.js';
import { paths } from '@/config/paths.js';
import { endSession, useSession } from '@/lib/session/session.js';
import { toastFailure } from '@/lib/toast/toast-failure.js';
import { accountLinkMessages } from '@/messages/account/account-link.js';
import { t } from '@/messages/i18n.js';
import { cancelRecovery, undoEmailChange } from '../api.js';
import { ScreenHead } from './screen-head.js';

const ACTIONS = { undo: undoEmailChange, cancel: cancelRecovery };

/**
 * Link from a mail that undoes a change of the address or cancels a recovery. Works without a sign-in, and only once
 * confirmed by a click, because programs open links too.
 */
export default function AccountLink({
  action,
  token,
}: {
  action: keyof typeof ACTIONS;
  token: string;
}) {
  const m = t(accountLinkMessages)[action];
  const { isAuthenticated } = useSession();
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState(false);

  const confirm = async () => {
    setBusy(true);
    try {
      await ACTIONS[action](token);
      setDone(true);
      // The server has ended it.
      if (action === 'undo' && isAuthenticated) endSession();
    } catch (error) {
      toastFailure(m.failed, error);
    } finally {
      setBusy(false);
    }
  };

  if (done) {
    return (
      <>
        <ScreenHead icon={CircleCheck} title={m.done} lead={m.doneHelp} focused />
        <ButtonLink variant="primary" size="lg" className="w-full" to={paths.forgotPassword}>
          {m.next}
        </ButtonLink>
      </>
    );
  }
  return (
    <>
      <ScreenHead icon={ShieldAlert} title={m.title} lead={m.lead} focused />
      <Button
        variant="primary"
        size="lg"
        className="w-full"
        busy={busy}
        onClick={() => void confirm()}
      >
        {m.submit}
      </Button>
    </>
  );
}
