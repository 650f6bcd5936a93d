import { PAGE_SIZE } from '@casement/proto/limits.js';
import { useHistoryPage } from '@/lib/navigation/history-state.js';
import type { TableSource } from './data-table.js';

export interface LocalList<T> {
  data: T[] | undefined;
  isError: boolean;
  error: unknown;
  refetch: () => unknown;
}

/**
 * Pages a list that the server sends complete (Windows versions, products, payment methods) for a `DataTable`.
 *
 * @param name key of the list within the section
 */
export function useLocalPage<T>(
  name: string,
  list: LocalList<T>,
): {
  source: TableSource<T>;
  onPage: (page: number) => void;
} {
  const [requestedPage, setRequestedPage] = useHistoryPage(name);
  const { data, isError, error, refetch } = list;
  const total = data?.length ?? 0;
  const page = Math.min(requestedPage, Math.max(1, Math.ceil(total / PAGE_SIZE)));
  const items = data?.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
  return {
    source: {
      data: items && { items, meta: { page, pageSize: PAGE_SIZE, total } },
      isError,
      error,
      refetch,
    },
    onPage: setRequestedPage,
  };
}
