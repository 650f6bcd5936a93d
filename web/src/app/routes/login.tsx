import { useState } from 'react';
import { AccountLayout } from '../../components/layout/account-layout.js';
import { LoginForm } from '../../features/auth/components/login-form.js';
import { TwoFactorForm } from '../../features/auth/components/two-factor-form.js';
import { useCaptcha } from '../../features/auth/captcha/use-captcha.js';
import { say } from '../../lib/messages.js';
import { authTexts } from '../../messages/auth.js';

/** /login: the form, and a second step where the account asks for one. The guard leads on. */
export default function LoginRoute() {
  const { login, twoFactor } = say(authTexts);
  const captcha = useCaptcha();
  const [challengeId, setChallengeId] = useState<string | null>(null);
  return (
    <AccountLayout title={challengeId ? twoFactor.title : login.title}>
      {challengeId ? (
        <TwoFactorForm
          challengeId={challengeId}
          onBack={() => {
            setChallengeId(null);
            captcha.reset();
          }}
        />
      ) : (
        <LoginForm captcha={captcha} onChallenge={setChallengeId} />
      )}
    </AccountLayout>
  );
}
