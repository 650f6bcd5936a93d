import type { ComponentProps } from 'react';
import { cn } from '@/components/ui/class-names.js';

/** Checkbox with a touch-sized hit area. `partly` means that only some of its items are checked. */
export function Checkbox({
  label,
  partly = false,
  className,
  ...input
}: Omit<ComponentProps<'input'>, 'type'> & { label: string; partly?: boolean }) {
  return (
    <label
      className={cn(
        'inline-grid place-items-center align-middle shrink-0 size-[30px] pointer-coarse:size-11 cursor-pointer has-disabled:cursor-not-allowed',
        className,
      )}
    >
      <input
        type="checkbox"
        className="size-4 accent-primary cursor-[inherit]"
        aria-label={label}
        ref={(box) => {
          if (box) box.indeterminate = partly;
        }}
        {...input}
      />
    </label>
  );
}
