import { CodeField } from '@/components/ui/form/code-field.js';
import { t } from '@/messages/i18n.js';
import { adminTwoFactorMessages } from '@/messages/admin/users/admin-two-factor.js';

export function AppCodeField({
  value,
  onValueChange,
}: {
  value: string;
  onValueChange: (value: string) => void;
}) {
  return (
    <CodeField
      label={t(adminTwoFactorMessages).code}
      value={value}
      onValueChange={onValueChange}
      keep={/\d/g}
      inputMode="numeric"
    />
  );
}
