import { cn } from '@/components/ui/class-names.js';
import { formatDateTime } from '@/lib/format/format.js';

/** Time in a table cell. It takes two lines below 1280 px, where tables with many columns have no room. */
export const TableTime = ({
  at,
  narrow,
}: {
  at: string;
  /** Takes two lines at every width. */
  narrow?: boolean;
}) => (
  <span className={cn('block w-max whitespace-normal', narrow ? 'max-w-24' : 'max-xl:max-w-24')}>
    {formatDateTime(at)}
  </span>
);
