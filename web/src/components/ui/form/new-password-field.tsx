import type { ComponentProps } from 'react';
import { t } from '@/messages/i18n.js';
import { commonMessages } from '@/messages/common.js';
import { SecretField } from './secret-field.js';

/**
 * Password rules of the specification (§5, §9): `account` for registration and reset, `change` for a password change,
 * `rdp` for the password of the new Windows.
 */
export type PasswordRule = 'account' | 'change' | 'rdp';

/**
 * Field for a new password. Its rule is shown before typing, worded like its errors.
 * @param note additional text after the rule
 * @param hideRule the strength is shown elsewhere, so the rule is not repeated
 */
export function NewPasswordField({
  rule,
  note,
  hideRule,
  ...field
}: Omit<ComponentProps<typeof SecretField>, 'help' | 'autoComplete'> & {
  rule: PasswordRule;
  note?: string;
  hideRule?: boolean;
}) {
  const help = [!hideRule && t(commonMessages).passwordRules[rule], note].filter(Boolean).join(' ');
  return <SecretField {...field} help={help} autoComplete="new-password" />;
}
