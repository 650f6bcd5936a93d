import { FormDialog } from '@/components/ui/dialog/form-dialog.js';
import { t } from '@/messages/i18n.js';
import { securityMessages } from '@/messages/admin/security/security.js';
import { RecoveryFields } from './recovery-fields.js';
import { useRecoveryForm } from './use-recovery-form.js';

export default function RecoveryDialog({ onClose }: { onClose: () => void }) {
  const { recovery: m } = t(securityMessages);
  const { form, pending, submit } = useRecoveryForm(onClose);
  return (
    <FormDialog
      title={m.triggerTitle}
      width={460}
      submit={m.submit}
      pending={pending}
      onSubmit={submit}
      onClose={onClose}
    >
      <RecoveryFields form={form} />
    </FormDialog>
  );
}
