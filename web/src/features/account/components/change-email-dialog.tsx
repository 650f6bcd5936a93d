import type { ChangeEmailRequest } from '@casement/proto/http/auth/email-addresses.js';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { FormDialog } from '@/components/ui/dialog/form-dialog.js';
import { CodeField } from '@/components/ui/form/code-field.js';
import { TextField } from '@/components/ui/form/field.js';
import { messageOf } from '@/lib/api/api-error.js';
import { schemaResolver, showProblems } from '@/lib/form/form.js';
import { loadRules } from '@/lib/form/load-rules.js';
import { toastFailure } from '@/lib/toast/toast-failure.js';
import { toast } from '@/lib/toast/toast.js';
import { t } from '@/messages/i18n.js';
import { settingsMessages } from '@/messages/account/settings.js';
import { useChangeEmail, useConfirmEmailChange } from '../api.js';

const resolver = schemaResolver<ChangeEmailRequest>(
  async () => (await loadRules()).changeEmailRequest,
);

/** Two steps: the new address, then the code sent to it. */
export default function ChangeEmailDialog({ onClose }: { onClose: () => void }) {
  const [address, setAddress] = useState<string>();
  return address === undefined ? (
    <AddressStep onSent={setAddress} onClose={onClose} />
  ) : (
    <CodeStep address={address} onClose={onClose} />
  );
}

function AddressStep({
  onSent,
  onClose,
}: {
  onSent: (email: string) => void;
  onClose: () => void;
}) {
  const { changeEmail: m } = t(settingsMessages);
  const change = useChangeEmail();
  const form = useForm<ChangeEmailRequest>({
    resolver,
    mode: 'onTouched',
    defaultValues: { email: '' },
  });

  const submit = async ({ email }: ChangeEmailRequest) => {
    try {
      await change.mutateAsync({ email });
      onSent(email);
    } catch (error) {
      showProblems(error, ['email'], form.setError);
      toastFailure(m.failed, error);
    }
  };

  return (
    <FormDialog
      title={m.title}
      description={m.lead}
      width={440}
      submit={m.send}
      pending={change.isPending}
      onSubmit={form.handleSubmit(submit)}
      onClose={onClose}
    >
      <TextField
        label={m.email}
        type="email"
        error={form.formState.errors.email?.message}
        autoComplete="email"
        {...form.register('email')}
      />
    </FormDialog>
  );
}

function CodeStep({ address, onClose }: { address: string; onClose: () => void }) {
  const { changeEmail: m } = t(settingsMessages);
  const confirm = useConfirmEmailChange();
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  /** Remounts the field after a rejection, so that it takes the focus from the disabled button. */
  const [refusals, setRefusals] = useState(0);

  const submit = async () => {
    try {
      await confirm.mutateAsync({ code });
      toast({ title: m.done, description: m.doneHelp, tone: 'success' });
      onClose();
    } catch (problem) {
      setCode('');
      setRefusals(refusals + 1);
      setError(messageOf(problem, m.failed));
    }
  };

  return (
    <FormDialog
      title={m.title}
      description={m.sent(address)}
      width={440}
      submit={m.confirm}
      pending={confirm.isPending}
      disabled={code.length < 6}
      onSubmit={submit}
      onClose={onClose}
    >
      <CodeField
        key={refusals}
        label={m.code}
        error={error}
        value={code}
        onValueChange={setCode}
        keep={/\d/g}
        inputMode="numeric"
        autoFocus
      />
    </FormDialog>
  );
}
