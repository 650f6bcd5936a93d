import type { ComponentProps } from 'react';
import { cn } from '@/components/ui/class-names.js';
import { Field, type FieldShell } from './field.js';

export function TextArea({
  label,
  help,
  error,
  aside,
  mono,
  ...textarea
}: FieldShell & ComponentProps<'textarea'> & { mono?: boolean }) {
  return (
    <Field label={label} help={help} error={error} aside={aside}>
      {(ids) => (
        <div className={cn('field h-auto!', error && 'is-bad')}>
          <textarea
            rows={3}
            className={cn(
              'flex-1 min-w-0 py-2 bg-transparent outline-none resize-y max-sm:text-base',
              mono && 'mono',
            )}
            {...textarea}
            {...ids}
          />
        </div>
      )}
    </Field>
  );
}
