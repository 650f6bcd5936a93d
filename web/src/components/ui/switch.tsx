import { cn } from './class-names.js';

/** On or off, at once. While `busy` it waits for an answer; unlike a disabled one it keeps the focus. */
export function Switch({
  label,
  describedBy,
  checked,
  busy,
  words,
  onToggle,
}: {
  label: string;
  /** The id of what explains it. */
  describedBy?: string;
  checked: boolean;
  busy?: boolean;
  /** Shown beside it: the colour alone says nothing. */
  words?: { on: string; off: string };
  onToggle: (checked: boolean) => void;
}) {
  return (
    <button
      type="button"
      role="switch"
      aria-label={label}
      aria-describedby={describedBy}
      aria-checked={checked}
      aria-disabled={busy || undefined}
      className="inline-flex items-center gap-2 h-9 pointer-coarse:h-11 pointer-coarse:min-w-11 rounded-md"
      onClick={() => {
        if (!busy) onToggle(!checked);
      }}
    >
      {words && (
        <span className="w-7 text-right text-sm font-[560]">{checked ? words.on : words.off}</span>
      )}
      <span
        className={cn(
          'w-9 h-5 p-[3px] flex rounded-[5px] border transition-colors duration-(--duration-fast)',
          checked ? 'bg-primary border-primary justify-end' : 'bg-card border-input',
          busy && 'opacity-60',
        )}
      >
        <span className={cn('w-3 rounded-[3px]', checked ? 'bg-primary-foreground' : 'bg-input')} />
      </span>
    </button>
  );
}
