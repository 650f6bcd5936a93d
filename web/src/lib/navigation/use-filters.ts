import { useEffect } from 'react';
import { SEARCH_DEBOUNCE_MS } from '@/config/limits.js';
import { useHistoryState } from './history-state.js';
import { useInputValue } from './use-input-value.js';

/** Query of a list: a page, a search, and its own filters `F`. */
export type ListFilter<F extends object> = F & { page: number; search: string };

/** Query of a list with a search and at most a status filter. */
export type TableFilter<S extends string = 'all'> = ListFilter<{ status: S }>;

/** Sort column of a list; '' for the server's default order. */
export interface Sorting<K extends string> {
  sort: K | '';
  order: 'asc' | 'desc' | '';
}
export const UNSORTED = { sort: '', order: '' } as const;

/** Initial query of a list, also used when only the total is needed. */
export const FIRST_PAGE: TableFilter = { page: 1, search: '', status: 'all' };

export interface Filters<F extends object> {
  filter: ListFilter<F>;
  /** The search or a filter differs from its initial value. The sort order does not count. */
  narrowed: boolean;
  typed: string;
  onTyped: (typed: string) => void;
  /** Changing a filter resets to the first page. */
  onFilter: (change: Partial<F>) => void;
  onPage: (page: number) => void;
  onReset: () => void;
}

/**
 * Page, search and filters of a list, stored with the place in the screen. Typed text takes effect after a pause.
 *
 * @param list name of the list within the section
 */
export function useFilters<F extends object>(list: string, first: F): Filters<F> {
  const [chosen, setChosen] = useHistoryState<Partial<ListFilter<F>>>(`filter:${list}`, {});
  const filter: ListFilter<F> = { page: 1, search: '', ...first, ...chosen };
  const [typed, setTyped] = useInputValue(filter.search);

  useEffect(() => {
    const search = typed.trim();
    if (search === filter.search) return;
    // Set together with the first page; otherwise the first page of the old search would be requested in between.
    const settle = () => setChosen((before) => ({ ...before, search, page: 1 }));
    const timer = setTimeout(settle, SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed, filter.search, setChosen]);

  const unchanged = (Object.keys(first) as (keyof F)[]).every(
    (key) => key === 'sort' || key === 'order' || filter[key] === first[key],
  );
  return {
    filter,
    narrowed: !unchanged || filter.search !== '',
    typed,
    onTyped: setTyped,
    onFilter: (change) => setChosen((before) => ({ ...before, ...change, page: 1 })),
    onPage: (page) => setChosen((before) => ({ ...before, page }), { push: true }),
    onReset: () => {
      setTyped('');
      setChosen({});
    },
  };
}
