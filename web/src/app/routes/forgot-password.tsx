import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { AccountLayout } from '@/components/layout/account-layout.js';
import { ButtonLink } from '@/components/ui/button.js';
import { paths } from '@/config/paths.js';
import { ForgotPasswordForm } from '@/features/auth/components/forgot-password-form.js';
import { ScreenHead } from '@/features/auth/components/screen-head.js';
import { t } from '@/messages/i18n.js';
import { recoveryMessages } from '@/messages/admin/security/recovery.js';

/** The /forgot-password screen: the form, then where to find the mail. */
export default function ForgotPasswordRoute() {
  const { forgot: m, backToSignIn } = t(recoveryMessages);
  const [sent, setSent] = useState(false);
  return (
    <AccountLayout title={sent ? m.sentTitle : m.title}>
      {sent ? (
        <>
          <ScreenHead icon={MailCheck} title={m.sentTitle} lead={m.sent} focused />
          <ButtonLink variant="primary" size="lg" className="w-full" to={paths.login}>
            {backToSignIn}
          </ButtonLink>
          <p className="text-sm text-muted-foreground text-center mt-5">
            {m.sentHelp}{' '}
            <button type="button" className="link rounded-sm" onClick={() => setSent(false)}>
              {m.tryAgain}
            </button>
          </p>
        </>
      ) : (
        <ForgotPasswordForm onSent={() => setSent(true)} />
      )}
    </AccountLayout>
  );
}
