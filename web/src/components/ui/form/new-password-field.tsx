import type { ComponentProps } from 'react';
import { t } from '@/messages/i18n.js';
import { commonMessages } from '@/messages/common.js';
import { SecretField } from './secret-field.js';

/** The specification has three (§5, §9): of accounts (register and reset), of a change, and of the new Windows. */
export type PasswordRule = 'account' | 'change' | 'rdp';

/**
 * A password to be chosen. Its rule is read before one types, in the words of its errors.
 * @param note what else a reader needs to know, after the rule
 * @param known what is typed is rated beside the field: the rule need not be said a second time
 */
export function NewPasswordField({
  rule,
  note,
  known,
  ...field
}: Omit<ComponentProps<typeof SecretField>, 'help' | 'autoComplete'> & {
  rule: PasswordRule;
  note?: string;
  known?: boolean;
}) {
  const help = [!known && t(commonMessages).passwordRules[rule], note].filter(Boolean).join(' ');
  return <SecretField {...field} help={help} autoComplete="new-password" />;
}
