import { Suspense } from 'react';
import { useLocation } from 'react-router-dom';
import { AccountLayout } from '@/components/layout/account-layout.js';
import { lazyDialog } from '@/components/ui/dialog/lazy-dialog.js';
import { ErrorBoundary } from '@/components/ui/feedback/error-boundary.js';
import { useCaptcha } from '@/features/auth/captcha/use-captcha.js';
import { LoginForm } from '@/features/auth/components/login-form.js';
import { t } from '@/messages/i18n.js';
import { lazyComponent } from '@/lib/lazy-component.js';
import { cancelTwoFactor, useSession } from '@/lib/session/session.js';
import { authMessages } from '@/messages/account/auth.js';
import type { LoginState } from '../login-state.js';

const TwoFactorForm = lazyComponent(() => import('@/features/auth/components/two-factor-form.js'));
const AddEmailDialog = lazyDialog(() => import('@/features/auth/components/add-email-dialog.js'));

/**
 * The /login screen: the form, a second step if the account requires it, and the prompt for a missing e-mail address.
 */
export default function LoginRoute() {
  const { login, twoFactor } = t(authMessages);
  const { twoFactorRequired, twoFactorChallengeId, twoFactorPasskey, requiresEmail } = useSession();
  const expired = (useLocation().state as LoginState | null)?.expired;
  const captcha = useCaptcha();
  return (
    <AccountLayout title={twoFactorRequired ? twoFactor.title : login.title}>
      {twoFactorRequired ? (
        <ErrorBoundary>
          <Suspense fallback={null}>
            <TwoFactorForm
              challengeId={twoFactorChallengeId}
              passkey={twoFactorPasskey}
              onBack={() => {
                cancelTwoFactor();
                captcha.reset();
              }}
            />
          </Suspense>
        </ErrorBoundary>
      ) : (
        <LoginForm captcha={captcha} expired={expired} />
      )}
      {requiresEmail && <AddEmailDialog />}
    </AccountLayout>
  );
}
