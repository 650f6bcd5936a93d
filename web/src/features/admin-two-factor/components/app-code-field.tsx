import { CodeField } from '@/components/ui/code-field.js';
import { say } from '@/lib/messages.js';
import { adminTwoFactorTexts } from '@/messages/admin-two-factor.js';

/** The six digits that the authenticator app shows. */
export function AppCodeField({
  value,
  onValueChange,
}: {
  value: string;
  onValueChange: (value: string) => void;
}) {
  return (
    <CodeField
      label={say(adminTwoFactorTexts).code}
      value={value}
      onValueChange={onValueChange}
      keep={/\d/g}
      inputMode="numeric"
    />
  );
}
