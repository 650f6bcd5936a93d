import { Search } from 'lucide-react';
import type { ComponentProps } from 'react';

/** Search field of a table, named by its placeholder. */
export function SearchField({
  label,
  value,
  onValueChange,
  ...input
}: ComponentProps<'input'> & {
  label: string;
  value: string;
  onValueChange: (value: string) => void;
}) {
  return (
    <div className="field field-sm max-w-[320px] max-sm:max-w-none">
      <Search className="ic ic-sm" aria-hidden />
      <input
        {...input}
        type="search"
        aria-label={label}
        placeholder={label}
        maxLength={254}
        value={value}
        onChange={(event) => onValueChange(event.target.value)}
      />
    </div>
  );
}
