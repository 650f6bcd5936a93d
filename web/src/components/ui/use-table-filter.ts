import { useEffect, useState } from 'react';
import { SEARCH_DEBOUNCE_MS } from '@/config/limits.js';

/** What a table that is searched, filtered and paged by the server asks for. */
export interface TableFilter<S extends string = 'all'> {
  page: number;
  search: string;
  status: S;
}

export interface FilteredTable<S extends string> {
  filter: TableFilter<S>;
  /** Something is asked for that may not be there. */
  narrowed: boolean;
  onPage: (page: number) => void;
  typed: string;
  onTyped: (typed: string) => void;
  onStatus: (status: S) => void;
}

/** What is asked for first, by the table and by whoever needs its total. */
export const FIRST_PAGE: TableFilter = { page: 1, search: '', status: 'all' };

/** The page, the search and the status of such a table; what is typed counts once it stood still. */
export function useTableFilter<S extends string = 'all'>(): FilteredTable<S | 'all'> {
  const [filter, setFilter] = useState<TableFilter<S | 'all'>>(FIRST_PAGE);
  const [typed, setTyped] = useState('');

  useEffect(() => {
    const search = typed.trim();
    // Together with its first page, else the first page of the former search is asked for in between.
    const settle = () =>
      setFilter((before) => (before.search === search ? before : { ...before, search, page: 1 }));
    const timer = setTimeout(settle, SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed]);

  return {
    filter,
    narrowed: filter.search !== '' || filter.status !== 'all',
    onPage: (page) => setFilter((before) => ({ ...before, page })),
    typed,
    onTyped: setTyped,
    onStatus: (status) => setFilter((before) => ({ ...before, status, page: 1 })),
  };
}
