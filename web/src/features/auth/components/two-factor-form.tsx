import { Fingerprint } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { Button } from '../../../components/ui/button.js';
import { CodeField } from '../../../components/ui/code-field.js';
import { messageOf, SpokenError } from '../../../lib/api-error.js';
import { say } from '../../../lib/messages.js';
import { openSession } from '../../../lib/session.js';
import { toast } from '../../../lib/toast.js';
import { authTexts } from '../../../messages/auth.js';
import { verifyTwoFactor } from '../api/verify-two-factor.js';

/** The second step of a sign-in. `onBack` clears the challenge and resets the CAPTCHA. */
export function TwoFactorForm({
  challengeId,
  onBack,
}: {
  challengeId: string | null;
  onBack: () => void;
}) {
  const { twoFactor: m, login } = say(authTexts);
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      if (!challengeId) throw new SpokenError(m.noChallenge);
      const { user, accessToken } = await verifyTwoFactor({ challengeId, code });
      if (!user || !accessToken) throw new SpokenError(login.invalidResponse);
      openSession(user, accessToken);
    } catch (error) {
      setCode('');
      setBusy(false);
      toast({
        title: m.failed,
        description: messageOf(error, m.failedHelp),
        tone: 'destructive',
      });
    }
  };

  return (
    <form onSubmit={(event) => void submit(event)}>
      <span className="grid place-items-center size-9 rounded-md border bg-muted text-primary mb-4">
        <Fingerprint className="ic ic-lg" />
      </span>
      <h1 className="text-2xl">{m.title}</h1>
      <p className="text-muted-foreground mt-1 mb-6">{m.lead}</p>
      <CodeField
        label={m.label}
        help={m.help}
        value={code}
        onValueChange={setCode}
        keep={/\d/g}
        inputMode="numeric"
        autoFocus
      />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        className="w-full mt-5"
        disabled={code.length !== 6 || busy}
      >
        {m.submit}
      </Button>
      <Button variant="ghost" className="w-full mt-2" onClick={onBack}>
        {m.back}
      </Button>
    </form>
  );
}
