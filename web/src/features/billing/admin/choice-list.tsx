import { cn } from '@/components/ui/class-names.js';

/** Radio buttons with a title and an explanation each. */
export function ChoiceList<T extends string>({
  legend,
  name,
  options,
  chosen,
  onChoose,
}: {
  legend: string;
  name: string;
  options: readonly { value: T; title: string; help: string }[];
  chosen: T | undefined;
  onChoose: (value: T) => void;
}) {
  return (
    <fieldset>
      <legend className="label">{legend}</legend>
      <div className="rounded-md border border-input overflow-hidden divide-y divide-border">
        {options.map(({ value, title, help }) => (
          <label
            key={value}
            className={cn(
              'method flex items-center gap-3 px-3 py-2.5',
              chosen === value && 'bg-active-soft',
            )}
          >
            <input
              type="radio"
              name={name}
              checked={chosen === value}
              onChange={() => onChoose(value)}
            />
            <span className="flex-1">
              <span className="block font-[560]">{title}</span>
              <span className="block text-xs text-muted-foreground">{help}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
