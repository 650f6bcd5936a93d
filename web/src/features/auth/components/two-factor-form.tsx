import type { PasskeyOptions } from '@casement/proto/http/auth/passkeys.js';
import { RECOVERY_CODE } from '@casement/proto/http/auth/recovery-code.js';
import type { LoginResponse } from '@casement/proto/http/auth/sign-in.js';
import { Fingerprint } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { cn } from '@/components/ui/class-names.js';
import { Button } from '@/components/ui/button.js';
import { CodeField } from '@/components/ui/form/code-field.js';
import { TextField } from '@/components/ui/form/field.js';
import { isRefusal } from '@/lib/api/api-error.js';
import { askForPasskey } from '@/lib/passkey.js';
import { supportsPasskeys } from '@/lib/supports-passkeys.js';
import { t } from '@/messages/i18n.js';
import { useSession } from '@/lib/session/session.js';
import { toastFailure } from '@/lib/toast/toast-failure.js';
import { passkeyMessages } from '@/messages/account/passkey.js';
import { authMessages } from '@/messages/account/auth.js';
import { confirmSignIn } from '../sign-in.js';
import { ScreenHead } from './screen-head.js';

const CODE_LENGTH = 6;

type Mode = 'passkey' | 'app' | 'recovery';

/** Second step of a sign-in. `onBack` clears the challenge and resets the CAPTCHA. */
export default function TwoFactorForm({
  challengeId,
  passkey,
  onBack,
}: {
  challengeId: string | null;
  /** `null` for accounts without a passkey. */
  passkey?: LoginResponse['passkey'] | null;
  onBack: () => void;
}) {
  const { twoFactor: m } = t(authMessages);
  const usable = passkey && supportsPasskeys() ? passkey : null;
  const modes: Mode[] = [
    ...(usable ? (['passkey'] as const) : []),
    ...(passkey?.app !== false ? (['app'] as const) : []),
    'recovery',
  ];
  const [mode, setMode] = useState<Mode>(modes[0] ?? 'recovery');
  const labels = { passkey: t(passkeyMessages).use, app: m.useApp, recovery: m.useRecovery };
  return (
    <>
      {mode === 'passkey' && usable ? (
        <PasskeyStep challengeId={challengeId} options={usable.options} />
      ) : (
        <CodeStep key={mode} challengeId={challengeId} recovering={mode === 'recovery'} />
      )}
      {modes
        .filter((other) => other !== mode)
        .map((other, i) => (
          <Button
            key={other}
            variant="ghost"
            className={cn('w-full', i === 0 && 'mt-2')}
            onClick={() => setMode(other)}
          >
            {labels[other]}
          </Button>
        ))}
      <Button variant="ghost" className="w-full" onClick={onBack}>
        {m.back}
      </Button>
    </>
  );
}

function PasskeyStep({
  challengeId,
  options,
}: {
  challengeId: string | null;
  options: PasskeyOptions;
}) {
  const { twoFactor: m } = t(authMessages);
  const p = t(passkeyMessages);
  const [busy, setBusy] = useState(false);

  const confirm = async () => {
    setBusy(true);
    try {
      await confirmSignIn(challengeId, { passkey: await askForPasskey(options) });
    } catch (problem) {
      setBusy(false);
      toastFailure(m.failed, problem, m.failedHelp);
    }
  };

  return (
    <>
      <ScreenHead icon={Fingerprint} title={m.passkeyTitle} lead={p.lead} focused />
      <Button
        variant="primary"
        size="lg"
        className="w-full"
        busy={busy}
        onClick={() => void confirm()}
      >
        {p.use}
      </Button>
    </>
  );
}

function CodeStep({
  challengeId,
  recovering,
}: {
  challengeId: string | null;
  recovering: boolean;
}) {
  const { twoFactor: m } = t(authMessages);
  const { error } = useSession();
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
      await confirmSignIn(challengeId, { code });
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
    </form>
  );
}
