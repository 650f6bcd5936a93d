import { TriangleAlert } from 'lucide-react';
import { useId, type ComponentProps, type ReactNode } from 'react';
import { cn } from '@/components/ui/class-names.js';

export interface FieldShell {
  label: string;
  /** Shown below if there is no error. */
  help?: ReactNode;
  error?: string;
  /** Shown at the right end of the label's line. */
  aside?: ReactNode;
}

export interface FieldIds {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': boolean | undefined;
}

/** Label, control, and help or error text, linked by ids. */
export function Field({
  label,
  help,
  error,
  aside,
  describedBy,
  children,
}: FieldShell & {
  /** Id of an additional description. */
  describedBy?: string;
  children: (ids: FieldIds) => ReactNode;
}) {
  const id = useId();
  const noteId = `${id}-note`;
  const descriptions = [(error || help) && noteId, describedBy].filter(Boolean);
  return (
    <div className="min-w-0">
      <div className="flex justify-between gap-3">
        <label className="label" htmlFor={id}>
          {label}
        </label>
        {aside}
      </div>
      {children({
        id,
        'aria-describedby': descriptions.join(' ') || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      <FieldNote id={noteId} help={help} error={error} />
    </div>
  );
}

export function FieldNote({ id, help, error }: { id?: string; help?: ReactNode; error?: string }) {
  if (error) {
    return (
      <p id={id} className="err" role="alert">
        <TriangleAlert className="ic ic-sm" />
        {error}
      </p>
    );
  }
  return help ? (
    <div id={id} className="help">
      {help}
    </div>
  ) : null;
}

type TextFieldProps = FieldShell &
  ComponentProps<'input'> & {
    /** The text is a code, an address or a name, which the keyboard must not correct. */
    mono?: boolean;
  };

const VERBATIM = { autoCapitalize: 'none', spellCheck: false };

export function TextField({
  label,
  help,
  error,
  aside,
  mono,
  className,
  ...input
}: TextFieldProps) {
  return (
    <Field label={label} help={help} error={error} aside={aside}>
      {(ids) => (
        <div className={cn('field', mono && 'mono', error && 'is-bad', className)}>
          <input {...(mono && VERBATIM)} {...input} {...ids} />
        </div>
      )}
    </Field>
  );
}
