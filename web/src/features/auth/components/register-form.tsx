import type { RegisterRequest } from '@casement/proto/http/auth/sign-in.js';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { TextField } from '@/components/ui/form/field.js';
import { paths } from '@/config/paths.js';
import { schemaResolver } from '@/lib/form/form.js';
import { loadRules } from '@/lib/form/load-rules.js';
import { useDraft } from '@/lib/form/use-draft.js';
import { t } from '@/messages/i18n.js';
import { useSession } from '@/lib/session/session.js';
import { authMessages } from '@/messages/account/auth.js';
import { useCaptcha } from '../captcha/use-captcha.js';
import { signUp } from '../sign-in.js';
import { CAPTCHA_PLACEHOLDER, CaptchaForm } from './captcha-form.js';
import { NewPasswordFields } from './new-password-fields.js';
import { ScreenHead } from './screen-head.js';
import { TermsSentence } from './terms-sentence.js';

type RegisterValues = Pick<RegisterRequest, 'username' | 'email' | 'password' | 'confirmPassword'>;

const resolver = schemaResolver<RegisterValues>(
  async () => (await loadRules()).registerRequest,
  CAPTCHA_PLACEHOLDER,
);

export function RegisterForm() {
  const { register: m, password } = t(authMessages);
  const { error } = useSession();
  const captcha = useCaptcha();
  const form = useForm<RegisterValues>({
    resolver,
    mode: 'onTouched',
    defaultValues: { username: '', email: '', password: '', confirmPassword: '' },
  });
  useDraft('register', form, ['username', 'email']);
  const { errors } = form.formState;

  return (
    <>
      <ScreenHead title={m.title} lead={m.lead} />
      <CaptchaForm
        form={form}
        captcha={captcha}
        texts={m}
        error={error}
        submit={m.submit}
        send={(values, proof) => signUp({ ...values, ...proof })}
      >
        <TextField
          label={m.username}
          error={errors.username?.message}
          autoComplete="username"
          autoFocus
          autoCapitalize="none"
          spellCheck={false}
          {...form.register('username')}
        />
        <TextField
          label={m.email}
          type="email"
          error={errors.email?.message}
          autoComplete="email"
          {...form.register('email')}
        />
        <NewPasswordFields form={form} name="password" label={password} />
      </CaptchaForm>
      <p className="text-sm text-muted-foreground text-center mt-5">
        {m.haveAccount}{' '}
        <Link className="link" to={paths.login}>
          {m.login}
        </Link>
      </p>
      <TermsSentence lead={m.termsLead} />
    </>
  );
}
