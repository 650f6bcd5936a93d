import { useEffect, useRef, useState, type ComponentProps } from 'react';
import { cn } from '@/components/ui/class-names.js';
import { Field, type FieldShell } from './field.js';

const LENGTH = 6;

type CodeFieldProps = FieldShell &
  Omit<ComponentProps<'input'>, 'value' | 'onChange'> & {
    value: string;
    onValueChange: (value: string) => void;
    /** Characters kept from typed or pasted input. */
    keep: RegExp;
    /** Submits the form once for each complete code that is not in this set yet. Omitted while a request is in flight. */
    submitted?: Set<string>;
  };

/** Six boxes drawn behind one real input, so that paste, autofill and screen readers see an ordinary field. */
export function CodeField({
  label,
  help,
  error,
  value,
  onValueChange,
  keep,
  submitted,
  ...input
}: CodeFieldProps) {
  const [focused, setFocused] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (value.length !== LENGTH || !submitted || submitted.has(value)) return;
    submitted.add(value);
    field.current?.form?.requestSubmit();
  }, [value, submitted]);
  const boxes = Array.from({ length: LENGTH }, (_, i) => value[i] ?? '');
  return (
    <Field label={label} help={help} error={error}>
      {(ids) => (
        <div className="code-field">
          {boxes.map((character, i) => (
            <span
              key={i}
              aria-hidden
              className={cn(
                'field mono',
                error && 'is-bad',
                focused && i === Math.min(value.length, LENGTH - 1) && 'is-focus',
              )}
            >
              {/* Stays when the field loses the focus: a dialog takes the focus back if a node is removed on blur. */}
              {character || (i === value.length && <b className={cn(focused && 'caret')} />)}
            </span>
          ))}
          <input
            ref={field}
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            {...input}
            {...ids}
            value={value}
            onFocus={() => setFocused(true)}
            onBlur={() => setFocused(false)}
            onChange={(event) =>
              onValueChange((event.target.value.match(keep) ?? []).join('').slice(0, LENGTH))
            }
          />
        </div>
      )}
    </Field>
  );
}
