import { useId, type ReactNode } from 'react';
import { formatFigure } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { operationsMessages } from '@/messages/admin/operations/operations.js';

/** List within a service card: title, count, rows, and the number of further rows. */
export function Listed<T>({
  title,
  lead,
  total,
  rows,
  children,
}: {
  title: string;
  lead: string;
  total: number;
  rows: T[];
  children: (row: T) => ReactNode;
}) {
  const id = useId();
  return (
    <div className="border-t">
      <div className="px-4 pt-3">
        <h3 id={id} className="text-base font-[600] num">
          {title} ({formatFigure(total)})
        </h3>
        <p className="text-sm text-muted-foreground">{lead}</p>
      </div>
      <ul aria-labelledby={id} className="divide-y divide-border">
        {rows.map(children)}
      </ul>
      {total > rows.length && (
        <p className="px-4 py-3 border-t text-sm text-muted-foreground num">
          {t(operationsMessages).more(formatFigure(rows.length), formatFigure(total))}
        </p>
      )}
    </div>
  );
}

/** A row with its subject and failure, and its actions on the right, or below on a phone. */
export function ListedRow({
  name,
  error,
  facts,
  children,
}: {
  name: ReactNode;
  error: string;
  facts: string[];
  children: ReactNode;
}) {
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3">
      <div className="flex-1 min-w-[220px]">
        <p className="font-[560] wrap-anywhere">{name}</p>
        <p className="text-sm wrap-anywhere">{error}</p>
        <p className="text-sm text-muted-foreground num wrap-anywhere">{facts.join(' · ')}</p>
      </div>
      <div className="flex flex-wrap gap-2">{children}</div>
    </li>
  );
}
