import { accountSecurityRoutes } from '@casement/proto/http/auth/account-security.routes.js';
import { RECOVERY_CODE } from '@casement/proto/http/auth/recovery-code.js';
import { authRoutes } from '@casement/proto/http/auth/auth.routes.js';
import type { StepUpRequest } from '@casement/proto/http/auth/two-factor.js';
import { useEffect, useState } from 'react';
import { Button } from '@/components/ui/button.js';
import { FormDialog } from '@/components/ui/dialog/form-dialog.js';
import { CodeField } from '@/components/ui/form/code-field.js';
import { TextField } from '@/components/ui/form/field.js';
import { SecretField } from '@/components/ui/form/secret-field.js';
import { call } from '@/lib/api/api-client.js';
import { ApiError, messageOf } from '@/lib/api/api-error.js';
import { askForPasskey } from '@/lib/passkey.js';
import { supportsPasskeys } from '@/lib/supports-passkeys.js';
import { t } from '@/messages/i18n.js';
import { accessToken } from '@/lib/api/token.js';
import { passkeyMessages } from '@/messages/account/passkey.js';
import { stepUpMessages } from '@/messages/account/step-up.js';
import { commonMessages } from '@/messages/common.js';

interface StepUpDialogProps {
  onConfirmed: (token: string) => void;
  onClose: () => void;
}

type Method = 'password' | 'passkey' | 'app' | 'recovery';

/** Asks for the password, or for a second factor if the account has one, before an action that is hard to undo. */
export default function StepUpDialog({ onConfirmed, onClose }: StepUpDialogProps) {
  const m = t(stepUpMessages);
  const p = t(passkeyMessages);
  const [methods, setMethods] = useState<Method[]>(['password']);
  const [method, setMethod] = useState<Method>('password');
  const [value, setValue] = useState('');
  const [error, setError] = useState<string>();
  const [pending, setPending] = useState(false);
  /** Remounts the field after a rejection, so that it takes the focus from the disabled button. */
  const [refusals, setRefusals] = useState(0);

  const offer = (next: Method[]) => {
    setMethods(next);
    setMethod(next[0] ?? 'password');
  };
  useEffect(() => {
    // If the status is unknown, asks for the password. The server reports if it requires a code.
    void fetchMethods().then(offer, () => undefined);
  }, []);

  const type = (next: string) => {
    setValue(next);
    setError(undefined);
  };
  const submit = async () => {
    setPending(true);
    try {
      onConfirmed(await confirmIdentity(await proofOf(method, value)));
    } catch (refusal) {
      setError(messageOf(refusal, t(commonMessages).pleaseTryAgain));
      setValue('');
      setRefusals(refusals + 1);
      if (requiresCode(refusal)) offer(['app', 'recovery']);
    } finally {
      setPending(false);
    }
  };
  const complete = {
    password: value !== '',
    passkey: true,
    app: value.length === 6,
    recovery: RECOVERY_CODE.test(value),
  };
  const labels = { password: m.password, passkey: p.use, app: m.useApp, recovery: m.useRecovery };

  return (
    <FormDialog
      title={m.title}
      description={m.lead}
      width={440}
      submit={method === 'passkey' ? p.use : m.confirm}
      pending={pending}
      disabled={!complete[method]}
      onSubmit={submit}
      onClose={onClose}
    >
      {method === 'app' && (
        <CodeField
          key={refusals}
          autoFocus
          label={m.code}
          error={error}
          value={value}
          onValueChange={type}
          keep={/\d/g}
          inputMode="numeric"
        />
      )}
      {method === 'password' && (
        <SecretField
          key={refusals}
          autoFocus
          label={m.password}
          error={error}
          value={value}
          autoComplete="current-password"
          onChange={(event) => type(event.target.value)}
        />
      )}
      {method === 'recovery' && (
        <TextField
          key={refusals}
          autoFocus
          label={m.recoveryCode}
          error={error}
          mono
          value={value}
          autoComplete="off"
          onChange={(event) => type(event.target.value.trim())}
        />
      )}
      {method === 'passkey' && (
        <p className={error ? 'text-danger' : 'text-muted-foreground'} role="status">
          {error ?? p.lead}
        </p>
      )}
      {methods.length > 1 && (
        <div className="flex flex-wrap gap-2">
          {methods
            .filter((other) => other !== method)
            .map((other) => (
              <Button
                key={other}
                size="sm"
                variant="ghost"
                onClick={() => {
                  setMethod(other);
                  type('');
                }}
              >
                {labels[other]}
              </Button>
            ))}
        </div>
      )}
    </FormDialog>
  );
}

async function proofOf(method: Method, value: string): Promise<StepUpRequest> {
  if (method === 'password') return { password: value };
  if (method !== 'passkey') return { code: value };
  const { options } = await call(accountSecurityRoutes.stepUpPasskeyOptions);
  return { passkey: await askForPasskey(options) };
}

const requiresCode = (refusal: unknown): boolean =>
  refusal instanceof ApiError &&
  refusal.code === 'VALIDATION_FAILED' &&
  refusal.details.some(({ path }) => path === 'code');

/** @returns the new access token of the session */
async function confirmIdentity(body: StepUpRequest): Promise<string> {
  const { accessToken: token } = await call(authRoutes.stepUp, { body });
  accessToken.set(token);
  return token;
}

async function fetchMethods(): Promise<Method[]> {
  const { app_enabled_at, passkeys } = await call(accountSecurityRoutes.ownTwoFactor);
  if (app_enabled_at === null && passkeys.length === 0) return ['password'];
  return [
    ...(passkeys.length > 0 && supportsPasskeys() ? (['passkey'] as const) : []),
    ...(app_enabled_at === null ? [] : (['app'] as const)),
    'recovery',
  ];
}
