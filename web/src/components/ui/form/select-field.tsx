import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cn } from '@/components/ui/class-names.js';
import { Field, type FieldShell } from './field.js';

type SelectProps = ComponentProps<'select'> & { options: readonly [value: string, name: string][] };

export function SelectField({ label, help, error, options, ...select }: FieldShell & SelectProps) {
  return (
    <Field label={label} help={help} error={error}>
      {(ids) => <Select {...select} {...ids} options={options} bad={Boolean(error)} />}
    </Field>
  );
}

/** Select for toolbars, named by `aria-label`. */
export function Select({
  options,
  bad,
  small,
  className,
  ...select
}: SelectProps & { bad?: boolean; small?: boolean }) {
  return (
    <div className={cn('field', small && 'field-sm', bad && 'is-bad', className)}>
      <select {...select}>
        {options.map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
      <ChevronDown className="ic" aria-hidden />
    </div>
  );
}
