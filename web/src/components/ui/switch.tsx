import { cn } from './class-names.js';

/**
 * On/off switch that takes effect immediately. While `busy` it waits for a response. A `disabled` switch can still be
 * focused, so that screen readers reach the reason in `describedBy`.
 */
export function Switch({
  label,
  describedBy,
  checked,
  busy,
  disabled,
  words,
  onToggle,
}: {
  label: string;
  /** Id of the describing element. */
  describedBy?: string;
  checked: boolean;
  busy?: boolean;
  disabled?: boolean;
  /** Words shown next to it, because color is not enough. */
  words?: { on: string; off: string };
  onToggle: (checked: boolean) => void;
}) {
  const inert = busy || disabled;
  return (
    <button
      type="button"
      role="switch"
      aria-label={label}
      aria-describedby={describedBy}
      aria-checked={checked}
      aria-disabled={inert || undefined}
      className="inline-flex items-center gap-2 h-9 pointer-coarse:h-11 pointer-coarse:min-w-11 rounded-md"
      onClick={() => {
        if (!inert) onToggle(!checked);
      }}
    >
      {words && (
        <span className="w-7 text-right text-sm font-[560]">{checked ? words.on : words.off}</span>
      )}
      <span
        className={cn(
          'w-9 h-5 p-[3px] flex rounded-[5px] border transition-colors duration-(--duration-fast)',
          checked ? 'bg-primary border-primary justify-end' : 'bg-card border-input',
          inert && 'opacity-60',
        )}
      >
        <span className={cn('w-3 rounded-[3px]', checked ? 'bg-primary-foreground' : 'bg-input')} />
      </span>
    </button>
  );
}
