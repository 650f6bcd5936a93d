import type { UseFormReturn } from 'react-hook-form';
import { TextField } from '@/components/ui/form/field.js';
import { SelectField } from '@/components/ui/form/select-field.js';
import { TextArea } from '@/components/ui/form/text-area.js';
import { t } from '@/messages/i18n.js';
import { securityMessages } from '@/messages/admin/security/security.js';
import type { RecoveryValues } from './use-recovery-form.js';

const TYPES = ['unblock', 'reset-attempts', 'clear-alerts', 'full-recovery'] as const;

/** Address, recovery type, reason (SPEC §2). */
export function RecoveryFields({ form }: { form: UseFormReturn<RecoveryValues> }) {
  const { recovery: m } = t(securityMessages);
  const { errors } = form.formState;
  const chosen = form.watch('recoveryType');
  return (
    <>
      <TextField
        label={m.ip}
        error={errors.ip?.message}
        mono
        autoComplete="off"
        maxLength={64}
        {...form.register('ip')}
      />
      <SelectField
        label={m.type}
        help={chosen ? m.typeHelp[chosen] : undefined}
        error={errors.recoveryType?.message}
        options={[
          ['', m.chooseType],
          ...TYPES.map((type): [string, string] => [type, m.types[type]]),
        ]}
        {...form.register('recoveryType')}
      />
      <TextArea
        label={m.reason}
        error={errors.reason?.message}
        maxLength={500}
        {...form.register('reason')}
      />
    </>
  );
}
