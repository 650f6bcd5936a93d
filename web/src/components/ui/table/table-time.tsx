import { formatDateTime } from '@/lib/format/format.js';

/** Time in a table cell. It takes two lines below 1280 px, where tables with many columns have no room. */
export const TableTime = ({ at }: { at: string }) => (
  <span className="block w-max max-xl:max-w-24 whitespace-normal">{formatDateTime(at)}</span>
);
