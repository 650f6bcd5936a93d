import { useState, type FormEvent } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { Button } from '@/components/ui/button.js';
import { CodeField } from '@/components/ui/form/code-field.js';
import { paths } from '@/config/paths.js';
import { hasCode, isRefusal, messageOf, DisplayableError } from '@/lib/api/api-error.js';
import { t } from '@/messages/i18n.js';
import { clearEmail, updateUser } from '@/lib/session/session.js';
import { toast } from '@/lib/toast/toast.js';
import { verificationMessages } from '@/messages/account/verification.js';
import { resendVerification, verifyEmail } from '../api.js';
import { ScreenHead } from './screen-head.js';

const CODE_LENGTH = 6;

/** Form for the code from the mail. */
export function VerifyEmailForm({ email }: { email: string }) {
  const m = t(verificationMessages);
  const navigate = useNavigate();
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState<'verify' | 'resend' | null>(null);

  const [submitted] = useState(() => new Set<string>());

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (code.length !== CODE_LENGTH) return setError(m.rule);
    setBusy('verify');
    try {
      const answer = await verifyEmail({ code });
      if (!answer.user) throw new DisplayableError(m.failedFallback);
      updateUser(answer.user);
      toast({ title: m.done, description: m.doneHelp, tone: 'success' });
      await navigate(paths.dashboard);
    } catch (problem) {
      const description = messageOf(problem, m.failedHelp);
      toast({ title: m.failed, description, tone: 'destructive' });
      if (isRefusal(problem)) {
        setCode('');
        setError(description);
      }
      if (hasCode(problem, 'EMAIL_TAKEN')) clearEmail();
    } finally {
      setBusy(null);
    }
  };

  const resend = async () => {
    setBusy('resend');
    try {
      await resendVerification();
      toast({ title: m.resent, description: m.resentHelp, tone: 'success' });
    } catch (problem) {
      toast({
        title: m.resendFailed,
        description: messageOf(problem, m.resendFailedHelp),
        tone: 'destructive',
      });
    } finally {
      setBusy(null);
    }
  };

  return (
    <>
      <ScreenHead title={m.title} lead={m.lead(email)} />
      <form noValidate onSubmit={(event) => void submit(event)}>
        <CodeField
          label={m.label}
          error={error}
          value={code}
          keep={/\S/g}
          submitted={busy ? undefined : submitted}
          autoFocus
          onValueChange={(value) => {
            setCode(value);
            if (value.length === CODE_LENGTH) setError(undefined);
          }}
        />
        <Button
          type="submit"
          variant="primary"
          size="lg"
          className="w-full mt-5"
          busy={busy !== null}
        >
          {m.submit}
        </Button>
      </form>
      <Button className="w-full mt-2" busy={busy !== null} onClick={() => void resend()}>
        {m.resend}
      </Button>
      <p className="text-sm text-center mt-5">
        <Link className="link" to={paths.dashboard}>
          {m.later}
        </Link>
      </p>
    </>
  );
}
