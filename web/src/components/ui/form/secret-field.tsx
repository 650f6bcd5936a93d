import { Eye, EyeOff } from 'lucide-react';
import { useState, type ComponentProps } from 'react';
import { cn } from '@/components/ui/class-names.js';
import { t } from '@/messages/i18n.js';
import { commonMessages } from '@/messages/common.js';
import { Field, type FieldShell } from './field.js';

type SecretFieldProps = FieldShell &
  Omit<ComponentProps<'input'>, 'type'> & {
    describedBy?: string;
    startShown?: boolean;
  };

export function SecretField({
  label,
  help,
  error,
  aside,
  describedBy,
  startShown = false,
  ...input
}: SecretFieldProps) {
  const m = t(commonMessages);
  const [shown, setShown] = useState(startShown);
  const Icon = shown ? EyeOff : Eye;
  return (
    <Field label={label} help={help} error={error} aside={aside} describedBy={describedBy}>
      {(ids) => (
        <div className={cn('field', error && 'is-bad')}>
          <input
            spellCheck={false}
            autoCapitalize="none"
            {...input}
            {...ids}
            type={shown ? 'text' : 'password'}
          />
          <button
            type="button"
            className="field-toggle"
            aria-label={shown ? m.hidePassword : m.showPassword}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          >
            <Icon className="ic" />
          </button>
        </div>
      )}
    </Field>
  );
}
