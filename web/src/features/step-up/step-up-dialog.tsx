import { accountSecurityRoutes } from '@casement/proto/http/auth/account-security.routes.js';
import { authRoutes } from '@casement/proto/http/auth/auth.routes.js';
import type { StepUpRequest } from '@casement/proto/http/auth/two-factor.js';
import { useEffect, useState } from 'react';
import { FormDialog } from '@/components/ui/dialog/form-dialog.js';
import { CodeField } from '@/components/ui/form/code-field.js';
import { SecretField } from '@/components/ui/form/secret-field.js';
import { call } from '@/lib/api/api-client.js';
import { ApiError, messageOf } from '@/lib/api/api-error.js';
import { t } from '@/messages/i18n.js';
import { accessToken } from '@/lib/api/token.js';
import { stepUpMessages } from '@/messages/account/step-up.js';
import { commonMessages } from '@/messages/common.js';

interface StepUpDialogProps {
  onConfirmed: (token: string) => void;
  onClose: () => void;
}

/** Asks for the password, or for a code if two-factor is enabled, before an action that is hard to undo. */
export default function StepUpDialog({ onConfirmed, onClose }: StepUpDialogProps) {
  const m = t(stepUpMessages);
  const [withCode, setWithCode] = useState(false);
  const [value, setValue] = useState('');
  const [error, setError] = useState<string>();
  const [pending, setPending] = useState(false);

  useEffect(() => {
    // If unknown, ask for the password. The server reports if it requires the code.
    void fetchRequiresCode().then(setWithCode, () => undefined);
  }, []);

  const type = (next: string) => {
    setValue(next);
    setError(undefined);
  };
  const submit = async () => {
    setPending(true);
    try {
      onConfirmed(await confirmIdentity(withCode ? { code: value } : { password: value }));
    } catch (refusal) {
      setError(messageOf(refusal, t(commonMessages).pleaseTryAgain));
      setValue('');
      if (requiresCode(refusal)) setWithCode(true);
    } finally {
      setPending(false);
    }
  };

  return (
    <FormDialog
      title={m.title}
      description={m.lead}
      width={440}
      submit={m.confirm}
      pending={pending}
      disabled={withCode ? value.length < 6 : value === ''}
      onSubmit={submit}
      onClose={onClose}
    >
      {withCode ? (
        <CodeField
          label={m.code}
          error={error}
          value={value}
          onValueChange={type}
          keep={/\d/g}
          inputMode="numeric"
        />
      ) : (
        <SecretField
          label={m.password}
          error={error}
          value={value}
          autoComplete="current-password"
          onChange={(event) => type(event.target.value)}
        />
      )}
    </FormDialog>
  );
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

const fetchRequiresCode = async (): Promise<boolean> =>
  (await call(accountSecurityRoutes.ownTwoFactor)).app_enabled_at !== null;
