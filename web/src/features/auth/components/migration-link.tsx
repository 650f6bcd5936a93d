import { Unlink } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { ButtonLink } from '@/components/ui/button.js';
import { paths } from '@/config/paths.js';
import { hasCode, messageOf } from '@/lib/api/api-error.js';
import { t } from '@/messages/i18n.js';
import { clearEmail, updateUser, useSession } from '@/lib/session/session.js';
import { verificationMessages } from '@/messages/account/verification.js';
import { verifyMigration } from '../api.js';
import { ScreenHead } from './screen-head.js';
import { PendingScreen } from './pending-screen.js';

/** Verifies the address by the link from the mail. The screen handles a user who is already verified. */
export function MigrationLink({ token }: { token: string }) {
  const { link: m, addEmail } = t(verificationMessages);
  const { requiresEmail } = useSession();
  const [failure, setFailure] = useState<{ error: unknown } | null>(null);
  // The link works once, and React may run an effect twice.
  const sent = useRef(false);
  useEffect(() => {
    if (sent.current) return;
    sent.current = true;
    verifyMigration({ token }).then(
      ({ user }) => updateUser(user),
      (error: unknown) => {
        setFailure({ error });
        if (hasCode(error, 'EMAIL_TAKEN')) clearEmail();
      },
    );
  }, [token]);

  if (!failure) return <PendingScreen label={m.checking} />;
  return (
    <>
      <ScreenHead
        icon={Unlink}
        title={m.failed}
        lead={messageOf(failure.error, m.failedHelp)}
        focused
      />
      <ButtonLink
        variant="primary"
        size="lg"
        className="w-full"
        to={requiresEmail ? paths.login : paths.verifyEmail}
      >
        {requiresEmail ? addEmail.title : m.code}
      </ButtonLink>
    </>
  );
}
