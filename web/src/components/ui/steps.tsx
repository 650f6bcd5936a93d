import { cn } from './class-names.js';

export function Steps({ names, current }: { names: string[]; current: number }) {
  return (
    <ol className="grid grid-cols-3 gap-[3px] text-xs">
      {names.map((name, i) => (
        <li key={name} aria-current={i === current ? 'step' : undefined}>
          <span
            className={cn(
              'block h-1.5 rounded-[2px]',
              i <= current ? 'bg-primary' : 'bg-glass-dim',
            )}
          />
          <span
            className={cn('block mt-1.5', i === current ? 'font-[600]' : 'text-muted-foreground')}
          >
            {i + 1}. {name}
          </span>
        </li>
      ))}
    </ol>
  );
}
