import { Suspense } from 'react';
import { useLocation } from 'react-router-dom';
import { AccountLayout } from '@/components/layout/account-layout.js';
import { ErrorBoundary } from '@/components/ui/error-boundary.js';
import { lazyDialog } from '@/components/ui/lazy-dialog.js';
import { LoginForm } from '@/features/auth/components/login-form.js';
import { useCaptcha } from '@/features/auth/captcha/use-captcha.js';
import { lazyPart } from '@/lib/lazy-part.js';
import { t } from '@/lib/messages.js';
import { leaveTwoFactor, useSession } from '@/lib/session.js';
import { authMessages } from '@/messages/auth.js';

const TwoFactorForm = lazyPart(() => import('@/features/auth/components/two-factor-form.js'));
const AddEmailDialog = lazyDialog(() => import('@/features/auth/components/add-email-dialog.js'));

/** What a link to /login may carry: where to go after the sign-in instead of /dashboard. */
export interface LoginState {
  next: string;
}

/** /login: the form, a second step where the account asks for one, and the e-mail address it may lack. */
export default function LoginRoute() {
  const { login, twoFactor } = t(authMessages);
  const { twoFactorRequired, twoFactorChallengeId, requiresEmail } = useSession();
  const next = (useLocation().state as LoginState | null)?.next;
  const captcha = useCaptcha();
  return (
    <AccountLayout title={twoFactorRequired ? twoFactor.title : login.title}>
      {twoFactorRequired ? (
        <ErrorBoundary>
          <Suspense fallback={null}>
            <TwoFactorForm
              challengeId={twoFactorChallengeId}
              next={next}
              onBack={() => {
                leaveTwoFactor();
                captcha.reset();
              }}
            />
          </Suspense>
        </ErrorBoundary>
      ) : (
        <LoginForm captcha={captcha} next={next} />
      )}
      {requiresEmail && <AddEmailDialog />}
    </AccountLayout>
  );
}
