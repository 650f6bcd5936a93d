import type { LoginRequest } from '@casement/proto/http/auth/sign-in.js';
import { TimerOff } from 'lucide-react';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { TextField } from '@/components/ui/form/field.js';
import { SecretField } from '@/components/ui/form/secret-field.js';
import { Note } from '@/components/ui/note.js';
import { paths } from '@/config/paths.js';
import { schemaResolver } from '@/lib/form/form.js';
import { loadRules } from '@/lib/form/load-rules.js';
import { useDraft } from '@/lib/form/use-draft.js';
import { t } from '@/messages/i18n.js';
import { supportsPasskeys } from '@/lib/supports-passkeys.js';
import { useSession } from '@/lib/session/session.js';
import { authMessages } from '@/messages/account/auth.js';
import type { Captcha } from '../captcha/use-captcha.js';
import { signIn } from '../sign-in.js';
import { CAPTCHA_PLACEHOLDER, CaptchaForm } from './captcha-form.js';
import { ScreenHead } from './screen-head.js';
import { TermsSentence } from './terms-sentence.js';

type LoginValues = Pick<LoginRequest, 'username' | 'password'>;

const resolver = schemaResolver<LoginValues>(
  async () => (await loadRules()).loginRequest,
  CAPTCHA_PLACEHOLDER,
);

/** Passkeys appear in the browser's autofill; the screen itself does not change. */
function usePasskeyAutofill(): void {
  useEffect(() => {
    if (!supportsPasskeys()) return;
    const stop = new AbortController();
    void import('../passkey-autofill.js')
      .then(({ offerPasskeys }) => offerPasskeys(stop.signal))
      .catch(() => undefined);
    return () => stop.abort();
  }, []);
}

export function LoginForm({ captcha, expired }: { captcha: Captcha; expired?: boolean }) {
  const { login: m, password } = t(authMessages);
  const { error } = useSession();
  const form = useForm<LoginValues>({
    resolver,
    mode: 'onTouched',
    defaultValues: { username: '', password: '' },
  });
  useDraft('login', form, ['username']);
  usePasskeyAutofill();
  const { errors } = form.formState;

  return (
    <>
      <ScreenHead title={m.title} lead={m.lead} />
      {expired && (
        <Note tone="warning" icon={TimerOff} className="mb-4" alert>
          {m.expired}
        </Note>
      )}
      <CaptchaForm
        form={form}
        captcha={captcha}
        texts={m}
        error={error}
        submit={m.submit}
        send={(values, proof) => signIn({ ...values, ...proof })}
      >
        <TextField
          label={m.username}
          error={errors.username?.message}
          autoComplete="username webauthn"
          autoCapitalize="none"
          spellCheck={false}
          {...form.register('username')}
        />
        <SecretField
          label={password}
          error={errors.password?.message}
          aside={
            <Link className="link text-sm" to={paths.forgotPassword}>
              {m.forgot}
            </Link>
          }
          autoComplete="current-password"
          {...form.register('password')}
        />
      </CaptchaForm>
      <p className="text-sm text-muted-foreground text-center mt-5">
        {m.noAccount}{' '}
        <Link className="link" to={paths.register}>
          {m.register}
        </Link>
      </p>
      <TermsSentence lead={m.termsLead} />
    </>
  );
}
