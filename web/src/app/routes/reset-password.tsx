import { CircleCheck, TriangleAlert, Unlink } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { AccountLayout } from '@/components/layout/account-layout.js';
import { Button, ButtonLink } from '@/components/ui/button.js';
import { paths } from '@/config/paths.js';
import { ResetPasswordForm } from '@/features/auth/components/reset-password-form.js';
import { ScreenHead } from '@/features/auth/components/screen-head.js';
import { PendingScreen } from '@/features/auth/components/pending-screen.js';
import { useResetLink } from '@/features/auth/use-reset-link.js';
import { ApiError, messageOf } from '@/lib/api/api-error.js';
import { t } from '@/messages/i18n.js';
import { recoveryMessages } from '@/messages/admin/security/recovery.js';
import { commonMessages } from '@/messages/common.js';

/** The /reset-password?token= screen. The link is validated first (SPEC §4). */
export default function ResetPasswordRoute() {
  const { reset: m } = t(recoveryMessages);
  const token = useSearchParams()[0].get('token') ?? '';
  const { link, invalidate, retry } = useResetLink(token);
  const [done, setDone] = useState(false);

  const face = () => {
    if (done) {
      return (
        <>
          <ScreenHead icon={CircleCheck} title={m.done} lead={m.doneHelp} focused />
          <ButtonLink variant="primary" size="lg" className="w-full" to={paths.login}>
            {m.signIn}
          </ButtonLink>
        </>
      );
    }
    if (link.state === 'valid') {
      return (
        <ResetPasswordForm
          token={token}
          account={link.account}
          onDone={() => setDone(true)}
          onFailed={(error) => {
            if (isAboutLink(error)) invalidate(error);
          }}
        />
      );
    }
    if (link.state === 'checking') return <PendingScreen label={m.checking} />;
    if (link.state === 'failed') {
      const { pleaseTryAgain, tryAgain } = t(commonMessages);
      return (
        <>
          <ScreenHead
            icon={TriangleAlert}
            title={m.unchecked}
            lead={messageOf(link.error, pleaseTryAgain)}
            focused
          />
          <Button variant="primary" size="lg" className="w-full" onClick={retry}>
            {tryAgain}
          </Button>
          <BackToSignIn />
        </>
      );
    }
    return (
      <>
        <ScreenHead
          icon={Unlink}
          title={m.invalid}
          lead={messageOf(link.error, m.invalidHelp)}
          focused
        />
        <ButtonLink variant="primary" size="lg" className="w-full" to={paths.forgotPassword}>
          {m.newLink}
        </ButtonLink>
        <BackToSignIn />
      </>
    );
  };

  return <AccountLayout title={m.pageTitle}>{face()}</AccountLayout>;
}

function BackToSignIn() {
  return (
    <ButtonLink variant="ghost" className="w-full mt-2" to={paths.login}>
      {t(recoveryMessages).backToSignIn}
    </ButtonLink>
  );
}

/** The link was used or expired while the form was open. */
const isAboutLink = (error: unknown) =>
  error instanceof ApiError && error.code === 'RESET_LINK_INVALID';
