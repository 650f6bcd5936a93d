import { RECOVERY_CODE } from '@casement/proto/http/auth/recovery-code.js';
import { Fingerprint } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { Button } from '@/components/ui/button.js';
import { CodeField } from '@/components/ui/form/code-field.js';
import { TextField } from '@/components/ui/form/field.js';
import { isRefusal } from '@/lib/api/api-error.js';
import { t } from '@/messages/i18n.js';
import { useSession } from '@/lib/session/session.js';
import { toastFailure } from '@/lib/toast/toast-failure.js';
import { authMessages } from '@/messages/account/auth.js';
import { confirmSignIn } from '../sign-in.js';
import { ScreenHead } from './screen-head.js';

const CODE_LENGTH = 6;

/** Second step of a sign-in. `onBack` clears the challenge and resets the CAPTCHA. */
export default function TwoFactorForm({
  challengeId,
  onBack,
}: {
  challengeId: string | null;
  onBack: () => void;
}) {
  const { twoFactor: m } = t(authMessages);
  const { error } = useSession();
  const [recovering, setRecovering] = useState(false);
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [submitted] = useState(() => new Set<string>());
  /**
   * Remounts the field after a rejection, so that it takes the focus from the button, which is disabled until it is
   * filled in.
   */
  const [refused, setRefused] = useState(0);

  const complete = recovering ? RECOVERY_CODE.test(code) : code.length === CODE_LENGTH;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      await confirmSignIn(challengeId, code);
    } catch (problem) {
      if (isRefusal(problem)) {
        setCode('');
        setRefused(refused + 1);
      }
      setBusy(false);
      toastFailure(m.failed, problem, m.failedHelp);
    }
  };

  return (
    <form onSubmit={(event) => void submit(event)}>
      <ScreenHead icon={Fingerprint} title={m.title} lead={recovering ? m.recoveryLead : m.lead} />
      {recovering ? (
        <TextField
          key={refused}
          label={m.recoveryLabel}
          help={m.help}
          error={error ?? undefined}
          mono
          value={code}
          onChange={(event) => setCode(event.target.value.trim())}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
        />
      ) : (
        <CodeField
          key={refused}
          label={m.label}
          help={m.help}
          error={error ?? undefined}
          value={code}
          onValueChange={setCode}
          keep={/\d/g}
          submitted={busy ? undefined : submitted}
          inputMode="numeric"
          autoFocus
        />
      )}
      <Button
        type="submit"
        variant="primary"
        size="lg"
        className="w-full mt-5"
        disabled={!complete}
        busy={busy}
      >
        {m.submit}
      </Button>
      <Button
        variant="ghost"
        className="w-full mt-2"
        onClick={() => {
          setRecovering(!recovering);
          setCode('');
        }}
      >
        {recovering ? m.useApp : m.useRecovery}
      </Button>
      <Button variant="ghost" className="w-full" onClick={onBack}>
        {m.back}
      </Button>
    </form>
  );
}
