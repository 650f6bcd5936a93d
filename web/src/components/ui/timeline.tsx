import type { ReactNode } from 'react';
import { formatDateTime } from '@/lib/format/format.js';

export interface TimelineEvent {
  /** ISO time. */
  at: string;
  title: ReactNode;
  detail?: ReactNode;
}

/** Events of one thing, oldest first. */
export function Timeline({ label, events }: { label: string; events: TimelineEvent[] }) {
  const sorted = events.toSorted((a, b) => a.at.localeCompare(b.at));
  return (
    <ol aria-label={label} className="text-sm border-l pl-4 ml-1 grid gap-3">
      {sorted.map(({ at, title, detail }, i) => (
        <li key={`${at} ${i}`}>
          <p className="flex flex-wrap justify-between gap-x-3">
            <span className="font-[560]">{title}</span>
            <time dateTime={at} className="num text-muted-foreground">
              {formatDateTime(at)}
            </time>
          </p>
          {detail && <div className="text-muted-foreground wrap-anywhere">{detail}</div>}
        </li>
      ))}
    </ol>
  );
}
