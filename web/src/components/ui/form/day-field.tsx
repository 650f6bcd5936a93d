import { useInputValue } from '@/lib/navigation/use-input-value.js';

/** Earlier dates mean that the year is still being typed. */
const FIRST_DAY = '2000-01-01';

/** A labeled date field in a toolbar, `2026-11-21` or '' for any. */
export function DayField({
  label,
  value,
  min,
  max,
  onValueChange,
}: {
  label: string;
  value: string;
  min?: string;
  max?: string;
  onValueChange: (day: string) => void;
}) {
  const [typed, setTyped] = useInputValue(value);
  return (
    <label className="field field-sm w-auto! max-sm:w-full!">
      <span className="text-muted-foreground">{label}</span>
      <input
        type="date"
        min={min || FIRST_DAY}
        max={max || undefined}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          if (target.value === '' || target.value >= FIRST_DAY) onValueChange(target.value);
        }}
      />
    </label>
  );
}
