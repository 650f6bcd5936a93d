import type { UpdatePasswordRequest } from '@casement/proto/http/auth/passwords.js';
import { useForm } from 'react-hook-form';
import { Button } from '@/components/ui/button.js';
import { NewPasswordField } from '@/components/ui/form/new-password-field.js';
import { SecretField } from '@/components/ui/form/secret-field.js';
import { Panel } from '@/components/ui/panel.js';
import { recheckConfirmation, schemaResolver, showProblems } from '@/lib/form/form.js';
import { loadRules, prefetchRules } from '@/lib/form/load-rules.js';
import { t } from '@/messages/i18n.js';
import { toastFailure } from '@/lib/toast/toast-failure.js';
import { toast } from '@/lib/toast/toast.js';
import { settingsMessages } from '@/messages/account/settings.js';
import { useUpdatePassword } from '../api.js';

type PasswordValues = UpdatePasswordRequest & { confirmPassword: string };

const EMPTY: PasswordValues = { currentPassword: '', newPassword: '', confirmPassword: '' };

const resolver = schemaResolver<PasswordValues>(async () => (await loadRules()).updatePasswordForm);

export function PasswordForm() {
  const { password: m } = t(settingsMessages);
  const update = useUpdatePassword();
  const form = useForm<PasswordValues>({ resolver, mode: 'onTouched', defaultValues: EMPTY });
  const { errors } = form.formState;
  const filled = Object.values(form.watch()).every((value) => value !== '');

  const submit = async ({ currentPassword, newPassword, confirmPassword }: PasswordValues) => {
    // The server never receives the confirmation, so without the loaded rules only this check compares it.
    if (newPassword !== confirmPassword) {
      return form.setError('confirmPassword', { message: m.mismatch }, { shouldFocus: true });
    }
    try {
      await update.mutateAsync({ currentPassword, newPassword });
      form.reset(EMPTY);
      toast({ title: m.done, description: m.doneHelp, tone: 'success' });
    } catch (error) {
      showProblems(error, ['currentPassword', 'newPassword'], form.setError);
      toastFailure(m.failed, error, m.failedHelp);
    }
  };

  return (
    <Panel title={m.title}>
      <form
        noValidate
        className="p-4 grid gap-4"
        onFocus={prefetchRules}
        onSubmit={(event) => void form.handleSubmit(submit)(event)}
      >
        <SecretField
          label={m.current}
          error={errors.currentPassword?.message}
          autoComplete="current-password"
          {...form.register('currentPassword')}
        />
        <NewPasswordField
          rule="change"
          label={m.new}
          note={m.newHelp}
          error={errors.newPassword?.message}
          {...form.register('newPassword', { onChange: recheckConfirmation(form) })}
        />
        <SecretField
          label={m.confirm}
          error={errors.confirmPassword?.message}
          autoComplete="new-password"
          {...form.register('confirmPassword')}
        />
        <Button
          type="submit"
          variant="primary"
          className="justify-self-start"
          disabled={!filled}
          busy={update.isPending}
        >
          {m.submit}
        </Button>
      </form>
    </Panel>
  );
}
