import type { LoginRequest } from '@casement/proto/http/auth.js';
import { lazy, Suspense, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { Button } from '../../../components/ui/button.js';
import { TextField } from '../../../components/ui/field.js';
import { SecretField } from '../../../components/ui/secret-field.js';
import { paths } from '../../../config/paths.js';
import { messageOf, SpokenError } from '../../../lib/api-error.js';
import { schemaResolver } from '../../../lib/form.js';
import { loadRules, prefetchRules } from '../../../lib/load-rules.js';
import { say } from '../../../lib/messages.js';
import { openSession } from '../../../lib/session.js';
import { toast } from '../../../lib/toast.js';
import { authTexts } from '../../../messages/auth.js';
import { login } from '../api/login.js';
import { CaptchaField } from '../captcha/captcha-field.js';
import type { Captcha } from '../captcha/use-captcha.js';

const TermsDialog = lazy(() => import('./terms-dialog.js'));

type LoginValues = Pick<LoginRequest, 'username' | 'password'>;

/** The CAPTCHA answers for itself, so that its error is a toast of its own (SPEC §5). */
const resolver = schemaResolver<LoginValues>(async () => (await loadRules()).loginRequest, {
  captchaId: '-',
  captchaAnswer: '0',
});

export function LoginForm({
  captcha,
  onChallenge,
}: {
  captcha: Captcha;
  onChallenge: (challengeId: string) => void;
}) {
  const { login: m, password } = say(authTexts);
  const [termsOpen, setTermsOpen] = useState(false);
  const form = useForm<LoginValues>({
    resolver,
    mode: 'onTouched',
    defaultValues: { username: '', password: '' },
  });
  const { errors, isSubmitting } = form.formState;

  const submit = async (values: LoginValues) => {
    const proof = captcha.prove();
    if (!proof) return;
    try {
      const answer = await login({ ...values, ...proof });
      if (answer.twoFactorRequired && answer.challengeId) return onChallenge(answer.challengeId);
      if (!answer.user || !answer.accessToken) throw new SpokenError(m.invalidResponse);
      openSession(answer.user, answer.accessToken);
    } catch (error) {
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
        <SecretField
          label={password}
          error={errors.password?.message}
          autoComplete="current-password"
          {...form.register('password')}
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
        {m.noAccount}{' '}
        <Link className="link" to={paths.register}>
          {m.register}
        </Link>
      </p>
      <p className="text-xs text-muted-foreground text-center mt-5 pt-4 border-t">
        {m.termsLead}{' '}
        <button
          type="button"
          className="underline underline-offset-2 rounded-sm"
          aria-haspopup="dialog"
          onClick={() => setTermsOpen(true)}
        >
          {m.terms}
        </button>
        .
      </p>
      {termsOpen && (
        <Suspense fallback={null}>
          <TermsDialog onClose={() => setTermsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
