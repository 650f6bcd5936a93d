import { useId } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { NewPasswordField } from '@/components/ui/form/new-password-field.js';
import { SecretField } from '@/components/ui/form/secret-field.js';
import { recheckConfirmation } from '@/lib/form/form.js';
import { t } from '@/messages/i18n.js';
import { authMessages } from '@/messages/account/auth.js';
import { StrengthMeter } from './strength-meter.js';

/** Password field with strength meter, and its confirmation (`confirmPassword`). */
export function NewPasswordFields<T extends FieldValues>({
  form,
  name,
  label,
}: {
  form: UseFormReturn<T>;
  name: Path<T>;
  label: string;
}) {
  const { register: m } = t(authMessages);
  const strengthId = useId();
  const confirm = 'confirmPassword' as Path<T>;
  const password: string = form.watch(name);
  const problem = (field: Path<T>) => form.getFieldState(field, form.formState).error?.message;
  // The rule is shown before typing, afterwards the missing parts, also with an error.
  const showRequirements = password !== '';

  return (
    <>
      <div>
        <NewPasswordField
          rule="account"
          hideRule={password !== ''}
          label={label}
          error={problem(name)}
          {...(showRequirements ? { describedBy: strengthId } : {})}
          {...form.register(name, { onChange: recheckConfirmation(form) })}
        />
        <StrengthMeter id={strengthId} password={password} showRequirements={showRequirements} />
      </div>
      <SecretField
        label={m.confirmPassword}
        error={problem(confirm)}
        autoComplete="new-password"
        {...form.register(confirm)}
      />
    </>
  );
}
