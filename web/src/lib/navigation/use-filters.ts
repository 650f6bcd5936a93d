import { useEffect } from 'react';
import { SEARCH_DEBOUNCE_MS } from '@/config/limits.js';
import { useHistoryState } from './history-state.js';
import { useInputValue } from './use-input-value.js';

/** What a list asks the server for: a page, a search, and its own choices `F`. */
export type ListFilter<F extends object> = F & { page: number; search: string };

/** Of a list with a search and at most a choice of the status. */
export type TableFilter<S extends string = 'all'> = ListFilter<{ status: S }>;

/** By which column a list is sorted; '' for the server's default order. */
export interface Sorting<K extends string> {
  sort: K | '';
  order: 'asc' | 'desc' | '';
}
export const UNSORTED = { sort: '', order: '' } as const;

/** The first request of such a list, also for those who need its total alone. */
export const FIRST_PAGE: TableFilter = { page: 1, search: '', status: 'all' };

export interface Filters<F extends object> {
  filter: ListFilter<F>;
  /** Something else is asked for than at first. */
  narrowed: boolean;
  typed: string;
  onTyped: (typed: string) => void;
  /** A filter begins with its own first page. */
  onFilter: (change: Partial<F>) => void;
  onPage: (page: number) => void;
  onReset: () => void;
}

/**
 * The page, the search and the choices of a list, kept with the place in the screen; what is typed counts after a pause.
 *
 * @param list its name within the section
 */
export function useFilters<F extends object>(list: string, first: F): Filters<F> {
  const [chosen, setChosen] = useHistoryState<Partial<ListFilter<F>>>(`filter:${list}`, {});
  const filter: ListFilter<F> = { page: 1, search: '', ...first, ...chosen };
  const [typed, setTyped] = useInputValue(filter.search);

  useEffect(() => {
    const search = typed.trim();
    if (search === filter.search) return;
    // Together with its first page, else the first page of the former search is asked for in between.
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
