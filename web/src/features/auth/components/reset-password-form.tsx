import type {
  ResetPasswordRequest,
  ResetTokenResponse,
} from '@casement/proto/http/auth/passwords.js';
import { useForm } from 'react-hook-form';
import { Button } from '@/components/ui/button.js';
import { TextField } from '@/components/ui/form/field.js';
import { schemaResolver, showProblems } from '@/lib/form/form.js';
import { loadRules, prefetchRules } from '@/lib/form/load-rules.js';
import { askForPasskey } from '@/lib/passkey.js';
import { supportsPasskeys } from '@/lib/supports-passkeys.js';
import { t } from '@/messages/i18n.js';
import { toastFailure } from '@/lib/toast/toast-failure.js';
import { recoveryMessages } from '@/messages/admin/security/recovery.js';
import { resetPasskeyOptions, resetPassword } from '../api.js';
import { NewPasswordFields } from './new-password-fields.js';
import { ScreenHead } from './screen-head.js';

type ResetValues = Omit<ResetPasswordRequest, 'token'>;

const resolver = schemaResolver<ResetValues>(async () => (await loadRules()).resetPasswordRequest, {
  token: '-',
});

/** Sets a new password for the account of the link. `onFailed` receives a rejection that was shown. */
export function ResetPasswordForm({
  token,
  account,
  onDone,
  onFailed,
}: {
  token: string;
  account: ResetTokenResponse;
  onDone: () => void;
  onFailed: (error: unknown) => void;
}) {
  const { reset: m } = t(recoveryMessages);
  const form = useForm<ResetValues>({
    resolver,
    mode: 'onTouched',
    defaultValues: { newPassword: '', confirmPassword: '', revokeAccess: true },
  });

  const submit = async (values: ResetValues) => {
    try {
      await resetPassword({ token, ...values });
      onDone();
    } catch (error) {
      showProblems(error, ['newPassword', 'confirmPassword', 'code'], form.setError);
      toastFailure(m.failed, error, m.failedHelp);
      onFailed(error);
    }
  };

  const submitWithPasskey = async (values: ResetValues) => {
    try {
      const { options } = await resetPasskeyOptions(token);
      await submit({ ...values, code: undefined, passkey: await askForPasskey(options) });
    } catch (error) {
      toastFailure(m.failed, error, m.failedHelp);
    }
  };

  return (
    <>
      <ScreenHead title={m.title} lead={m.account(account.username, account.email)} focused />
      <form
        noValidate
        className="grid grid-cols-1 gap-4"
        onFocus={prefetchRules}
        onSubmit={(event) => void form.handleSubmit(submit)(event)}
      >
        <NewPasswordFields form={form} name="newPassword" label={m.newPassword} />
        {account.twoFactor && (
          <TextField
            label={m.code}
            help={m.codeHelp}
            error={form.formState.errors.code?.message}
            autoComplete="one-time-code"
            {...form.register('code')}
          />
        )}
        {account.passkey && supportsPasskeys() && (
          <Button onClick={() => void form.handleSubmit(submitWithPasskey)()}>{m.passkey}</Button>
        )}
        <label className="flex items-start gap-2.5 pointer-coarse:min-h-11 cursor-pointer">
          <input
            type="checkbox"
            className="size-4 mt-0.5 accent-primary cursor-[inherit]"
            {...form.register('revokeAccess')}
          />
          <span>{m.revokeAccess}</span>
        </label>
        <Button
          type="submit"
          variant="primary"
          size="lg"
          className="w-full mt-1"
          busy={form.formState.isSubmitting}
        >
          {m.submit}
        </Button>
      </form>
    </>
  );
}
