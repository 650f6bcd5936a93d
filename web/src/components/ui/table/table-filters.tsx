import type { LucideIcon } from 'lucide-react';
import { SearchField } from '@/components/ui/form/search-field.js';
import { Select } from '@/components/ui/form/select-field.js';
import type { Filters } from '@/lib/navigation/use-filters.js';

/** Search field of a table and, if there are statuses, a status filter. */
export function TableFilters<S extends string>({
  table: { typed, onTyped, filter, onFilter },
  search,
  status,
}: {
  table: Filters<{ status: S }>;
  /** Accessible name of the search field. */
  search: string;
  status?: { label: string; all: string; options: readonly [value: string, name: string][] };
}) {
  return (
    <>
      <SearchField label={search} value={typed} onValueChange={onTyped} />
      {status && (
        <Select
          small
          className="w-auto! max-sm:w-full!"
          aria-label={status.label}
          options={[['all', status.all], ...status.options]}
          value={filter.status}
          onChange={(event) => onFilter({ status: event.target.value as S })}
        />
      )}
    </>
  );
}

/** Empty state of a table that may be filtered. */
export const emptyTable = (
  icon: LucideIcon,
  narrowed: boolean,
  m: { empty: string; emptyHelp: string; nothingFound: string; nothingFoundHelp: string },
) =>
  narrowed
    ? { icon, title: m.nothingFound, help: m.nothingFoundHelp }
    : { icon, title: m.empty, help: m.emptyHelp };
