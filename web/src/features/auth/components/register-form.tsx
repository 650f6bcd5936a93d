import type { RegisterRequest } from '@casement/proto/http/auth.js';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { Button } from '../../../components/ui/button.js';
import { TextField } from '../../../components/ui/field.js';
import { SecretField } from '../../../components/ui/secret-field.js';
import { paths } from '../../../config/paths.js';
import { messageOf, SpokenError } from '../../../lib/api-error.js';
import { schemaResolver, showProblems } from '../../../lib/form.js';
import { loadRules, prefetchRules } from '../../../lib/load-rules.js';
import { say } from '../../../lib/messages.js';
import { openSession } from '../../../lib/session.js';
import { toast } from '../../../lib/toast.js';
import { authTexts } from '../../../messages/auth.js';
import { register } from '../api/register.js';
import { CaptchaField } from '../captcha/captcha-field.js';
import { useCaptcha } from '../captcha/use-captcha.js';
import { StrengthMeter } from './strength-meter.js';

type RegisterValues = Pick<RegisterRequest, 'username' | 'email' | 'password' | 'confirmPassword'>;

const FIELDS: (keyof RegisterValues)[] = ['username', 'email', 'password', 'confirmPassword'];

const resolver = schemaResolver<RegisterValues>(async () => (await loadRules()).registerRequest, {
  captchaId: '-',
  captchaAnswer: '0',
});

export function RegisterForm() {
  const { register: m, login, password } = say(authTexts);
  const captcha = useCaptcha();
  const form = useForm<RegisterValues>({
    resolver,
    mode: 'onTouched',
    defaultValues: { username: '', email: '', password: '', confirmPassword: '' },
  });
  const { errors, isSubmitting } = form.formState;

  /** A password changed after its confirmation may no longer match it. */
  const recheckConfirmation = () => {
    if (form.getFieldState('confirmPassword').isTouched) void form.trigger('confirmPassword');
  };

  const submit = async (values: RegisterValues) => {
    const proof = captcha.prove();
    if (!proof) return;
    try {
      const { user, accessToken } = await register({ ...values, ...proof });
      if (!user || !accessToken) throw new SpokenError(login.invalidResponse);
      openSession(user, accessToken, paths.verifyEmail);
    } catch (error) {
      showProblems(error, FIELDS, form.setError);
      toast({ title: m.failed, description: messageOf(error, m.failedHelp), tone: 'destructive' });
      captcha.reset();
    }
  };

  return (
    <>
      <h1 className="text-2xl">{m.title}</h1>
      <p className="text-muted-foreground mt-1 mb-6">{m.lead}</p>
      <form
        noValidate
        className="grid grid-cols-1 gap-4"
        onFocus={prefetchRules}
        onSubmit={(event) => void form.handleSubmit(submit)(event)}
      >
        <TextField
          label={m.username}
          error={errors.username?.message}
          autoComplete="username"
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
        <div>
          <SecretField
            label={password}
            error={errors.password?.message}
            autoComplete="new-password"
            {...form.register('password', { onChange: recheckConfirmation })}
          />
          <StrengthMeter password={form.watch('password')} />
        </div>
        <SecretField
          label={m.confirmPassword}
          error={errors.confirmPassword?.message}
          autoComplete="new-password"
          {...form.register('confirmPassword')}
        />
        <CaptchaField captcha={captcha} />
        <Button
          type="submit"
          variant="primary"
          size="lg"
          className="w-full mt-1"
          disabled={isSubmitting}
        >
          {m.submit}
        </Button>
      </form>
      <p className="text-sm text-muted-foreground text-center mt-5">
        {m.haveAccount}{' '}
        <Link className="link" to={paths.login}>
          {m.login}
        </Link>
      </p>
    </>
  );
}
