import type { ReactNode } from 'react';
import { formatDateTime } from '@/lib/format/format.js';

export interface IpDetailsRow {
  key: string;
  label: ReactNode;
  mark: ReactNode;
  /** ISO time. */
  when: string;
}

export function IpDetailsSection({
  title,
  none,
  rows,
}: {
  title: string;
  /** Shown if the list is empty. */
  none: string;
  rows: IpDetailsRow[];
}) {
  return (
    <section>
      <h3 className="text-sm mb-1.5">{title}</h3>
      {rows.length === 0 ? (
        <p className="text-sm text-muted-foreground">{none}</p>
      ) : (
        <ul className="rounded-md border divide-y divide-border text-sm">
          {rows.map(({ key, label, mark, when }) => (
            <li key={key} className="flex items-center gap-3 px-3 py-1.5">
              <span className="flex-1 min-w-0">
                <span className="wrap-anywhere">{label}</span>
                <span className="block text-xs text-muted-foreground num">
                  {formatDateTime(when)}
                </span>
              </span>
              {mark}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
