import type { DeviceLogin } from '@casement/proto/http/auth/device-logins.js';
import { useForm } from 'react-hook-form';
import { FormDialog } from '@/components/ui/dialog/form-dialog.js';
import { TextField } from '@/components/ui/form/field.js';
import { messageOf } from '@/lib/api/api-error.js';
import { schemaResolver } from '@/lib/form/form.js';
import { loadSchemas } from '@/lib/form/load-rules.js';
import { t } from '@/messages/i18n.js';
import { deviceLoginMessages } from '@/messages/account/device-login.js';
import { commonMessages } from '@/messages/common.js';
import { useFindDeviceLogin } from './api.js';

const resolver = schemaResolver<{ user_code: string }>(
  async () =>
    (await loadSchemas(() => import('@casement/proto/http/auth/device-logins.js'))).userCodeRequest,
);

export function CodeStep({
  onFound,
  onClose,
}: {
  onFound: (found: { code: string; login: DeviceLogin }) => void;
  onClose: () => void;
}) {
  const m = t(deviceLoginMessages);
  const find = useFindDeviceLogin();
  const form = useForm({ resolver, defaultValues: { user_code: '' } });
  const { errors, isSubmitting } = form.formState;
  const submit = async ({ user_code: code }: { user_code: string }) => {
    try {
      onFound({ code, login: await find.mutateAsync(code) });
    } catch (error) {
      const message = messageOf(error, t(commonMessages).pleaseTryAgain);
      form.setError('user_code', { message }, { shouldFocus: true });
    }
  };
  return (
    <FormDialog
      title={m.title}
      description={m.lead}
      width={440}
      submit={m.next}
      pending={isSubmitting}
      onSubmit={form.handleSubmit(submit)}
      onClose={onClose}
    >
      <TextField
        label={m.code}
        help={m.codeHelp}
        error={errors.user_code?.message}
        mono
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={20}
        {...form.register('user_code')}
      />
    </FormDialog>
  );
}
