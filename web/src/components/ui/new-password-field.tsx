import type { ComponentProps } from 'react';
import { t } from '@/lib/messages.js';
import { commonMessages } from '@/messages/common.js';
import { SecretField } from './secret-field.js';

/** The specification has three (§5, §9): of accounts (register and reset), of a change, and of the new Windows. */
export type PasswordRule = 'account' | 'change' | 'rdp';

/**
 * A password to be chosen. Its rule is read before one types, in the words of its errors.
 * @param note what else a reader needs to know, after the rule
 */
export function NewPasswordField({
  rule,
  note,
  ...field
}: Omit<ComponentProps<typeof SecretField>, 'help' | 'autoComplete'> & {
  rule: PasswordRule;
  note?: string;
}) {
  const help = [t(commonMessages).passwordRules[rule], note].filter(Boolean).join(' ');
  return <SecretField {...field} help={help} autoComplete="new-password" />;
}
