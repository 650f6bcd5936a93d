import { CircleX, KeyRound, ShieldCheck } from 'lucide-react';
import { useId, useState, type FormEvent } from 'react';
import { Button } from '@/components/ui/button.js';
import { TextField } from '@/components/ui/form/field.js';
import { SecretField } from '@/components/ui/form/secret-field.js';
import { Note } from '@/components/ui/note.js';
import { Switch } from '@/components/ui/switch.js';
import { t } from '@/messages/i18n.js';
import { toastFailure } from '@/lib/toast/toast-failure.js';
import { commonMessages } from '@/messages/common.js';
import { desktopMessages } from '@/messages/install/desktop.js';
import type { DesktopTarget } from '../desktop-target.js';
import type { Problem } from '../phases.js';
import type { SignIn } from '../use-connection.js';

/** Sign-in form for Windows, with notes to read before signing in. Only this view holds the password. */
export function SignInForm({
  target,
  signIn,
  onSignIn,
  shared,
  onShared,
  problem,
  onSubmit,
  onClose,
}: {
  target: DesktopTarget;
  signIn: SignIn;
  onSignIn: (signIn: SignIn) => void;
  /** Whether the clipboard is shared. */
  shared: boolean;
  onShared: (shared: boolean) => void;
  problem: Problem | null;
  onSubmit: () => void;
  onClose: () => void;
}) {
  const { form: m, ends } = t(desktopMessages);
  const common = t(commonMessages);
  const help = useId();
  const [fetching, setFetching] = useState(false);
  const [missing, setMissing] = useState(false);
  /** Set if Windows rejected the account. */
  const refused = problem && 'ending' in problem ? problem.ending : null;

  const passwordError = () => {
    if (missing && signIn.password === '') return m.passwordRequired;
    return refused ? `${ends[refused].title}. ${ends[refused].help}` : undefined;
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isFilled = signIn.account.trim() !== '' && signIn.password !== '';
    setMissing(!isFilled);
    if (isFilled) onSubmit();
  };
  const useStoredPassword = async (fetchPassword: () => Promise<string>) => {
    setFetching(true);
    try {
      onSignIn({ ...signIn, password: await fetchPassword() });
    } catch (error) {
      toastFailure(m.storedFailed, error);
    } finally {
      setFetching(false);
    }
  };
  return (
    <form className="frame desktop-card" noValidate onSubmit={submit}>
      <h2 className="text-lg">{m.title}</h2>
      {problem && !refused && (
        <Note tone="danger" icon={CircleX} alert>
          {'message' in problem && problem.message}
        </Note>
      )}
      <TextField
        label={m.account}
        value={signIn.account}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={256}
        error={missing && signIn.account.trim() === '' ? m.accountRequired : undefined}
        onChange={(event) => onSignIn({ ...signIn, account: event.target.value })}
      />
      <SecretField
        label={m.password}
        value={signIn.password}
        autoComplete="off"
        maxLength={256}
        autoFocus
        error={passwordError()}
        help={
          target.storedPassword && (
            <button
              type="button"
              className="link inline-flex items-center gap-1"
              aria-disabled={fetching || undefined}
              onClick={() => !fetching && void useStoredPassword(target.storedPassword!)}
            >
              <KeyRound className="ic ic-sm" /> {m.stored}
            </button>
          )
        }
        onChange={(event) => onSignIn({ ...signIn, password: event.target.value })}
      />
      <div className="desktop-switch">
        <div>
          <span className="label">{m.clipboard}</span>
          <p id={help} className="help">
            {m.clipboardHelp}
          </p>
        </div>
        <Switch label={m.clipboard} describedBy={help} checked={shared} onToggle={onShared} />
      </div>
      <Note tone="info" icon={ShieldCheck}>
        {m.privacy}
      </Note>
      <div className="desktop-actions">
        <Button onClick={onClose}>{common.cancel}</Button>
        <Button variant="primary" type="submit">
          {m.submit}
        </Button>
      </div>
    </form>
  );
}
