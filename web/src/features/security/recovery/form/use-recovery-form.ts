import type { RecoveryType } from '@casement/proto/http/security/recovery.js';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { schemaResolver, showProblems } from '@/lib/form/form.js';
import { loadSchemas } from '@/lib/form/load-rules.js';
import { useDraft } from '@/lib/form/use-draft.js';
import { t } from '@/messages/i18n.js';
import { withToast, toastInvalid } from '@/lib/toast/toast-failure.js';
import { securityMessages } from '@/messages/admin/security/security.js';
import { useTriggerRecovery } from '../api.js';

export interface RecoveryValues {
  ip: string;
  recoveryType: RecoveryType | '';
  reason: string;
}

const resolver = schemaResolver<RecoveryValues>(
  async () =>
    (await loadSchemas(() => import('@casement/proto/http/security/recovery.js')))
      .triggerRecoveryRequest,
);

/** Form used by both the section and its dialog. */
export function useRecoveryForm(onDone: (form: UseFormReturn<RecoveryValues>) => void) {
  const { recovery: m } = t(securityMessages);
  const trigger = useTriggerRecovery();
  const form = useForm<RecoveryValues>({
    resolver,
    defaultValues: { ip: '', recoveryType: '', reason: '' },
  });
  useDraft('recovery', form, ['ip', 'recoveryType', 'reason']);

  const send = async (values: RecoveryValues) => {
    const recoveryType = values.recoveryType as RecoveryType;
    const ip = values.ip.trim();
    const sent = trigger.mutateAsync({ ip, recoveryType, reason: values.reason.trim() });
    sent.catch((error) => showProblems(error, ['ip', 'recoveryType', 'reason'], form.setError));
    const done = () => ({
      title: m.triggered,
      description: m.triggeredHelp(m.types[recoveryType], ip),
    });
    if (await withToast(sent, { done, failed: m.triggerFailed })) onDone(form);
  };
  return {
    form,
    pending: form.formState.isSubmitting,
    submit: form.handleSubmit(send, toastInvalid),
  };
}
