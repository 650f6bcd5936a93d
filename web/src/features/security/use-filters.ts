import { useEffect, useState } from 'react';
import { SEARCH_DEBOUNCE_MS } from '@/config/limits.js';

interface Paged {
  page: number;
  ip: string;
}

export interface Filters<F extends object> {
  filter: F & Paged;
  /** Something else is asked for than at first. */
  narrowed: boolean;
  typed: string;
  onTyped: (typed: string) => void;
  /** A filter begins with its own first page. */
  onFilter: (change: Partial<F>) => void;
  onPage: (page: number) => void;
  onReset: () => void;
}

/** The page, the address and the choices of a table of security; what is typed counts once it stood still. */
export function useFilters<F extends object>(first: F): Filters<F> {
  const [filter, setFilter] = useState<F & Paged>({ ...first, page: 1, ip: '' });
  const [typed, setTyped] = useState('');

  useEffect(() => {
    const ip = typed.trim();
    // Together with its first page, else the first page of the former search is asked for in between.
    const settle = () =>
      setFilter((before) => (before.ip === ip ? before : { ...before, ip, page: 1 }));
    const timer = setTimeout(settle, SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed]);

  const unchanged = (Object.keys(first) as (keyof F)[]).every((key) => filter[key] === first[key]);
  return {
    filter,
    narrowed: !unchanged || filter.ip !== '',
    typed,
    onTyped: setTyped,
    onFilter: (change) => setFilter((before) => ({ ...before, ...change, page: 1 })),
    onPage: (page) => setFilter((before) => ({ ...before, page })),
    onReset: () => {
      setTyped('');
      setFilter({ ...first, page: 1, ip: '' });
    },
  };
}
