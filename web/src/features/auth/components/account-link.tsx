import { CircleCheck, ShieldAlert } from 'lucide-react';
import { useState } from 'react';
import { Button, ButtonLink } from '@/components/ui/button.js';
import { paths } from '@/config/paths.js';
import { endSession, useSession } from '@/lib/session/session.js';
import { toastFailure } from '@/lib/toast/toast-failure.js';
import { accountLinkMessages } from '@/messages/account/account-link.js';
import { t } from '@/messages/i18n.js';
import { undoEmailChange } from '../api.js';
import { ScreenHead } from './screen-head.js';

/** Link from a mail that undoes a change of the address. Works without a sign-in, and only once confirmed by a click. */
export default function AccountLink({ token }: { token: string }) {
  const m = t(accountLinkMessages).undo;
  const { isAuthenticated } = useSession();
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState(false);

  const confirm = async () => {
    setBusy(true);
    try {
      await undoEmailChange(token);
      setDone(true);
      // The server has ended it.
      if (isAuthenticated) endSession();
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
