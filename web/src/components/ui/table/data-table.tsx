import type { PageMeta } from '@casement/proto/http/envelope.js';
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { cn } from '@/components/ui/class-names.js';
import { RowsSkeleton } from '@/components/ui/feedback/skeleton.js';
import { EmptyState, ErrorState } from '@/components/ui/feedback/states.js';
import type { Page } from '@/lib/api/api-client.js';
import { messageOf } from '@/lib/api/api-error.js';
import { t } from '@/lib/i18n/messages.js';
import { commonMessages } from '@/messages/common.js';
import { Pagination } from './pagination.js';

export interface Column<T> {
  head: string;
  /** Stands in the head in place of its word: a box that ticks every row. */
  headCell?: ReactNode;
  /** `n` counts the rows from 1, over all pages. */
  cell: (row: T, n: number) => ReactNode;
  /** By what the server sorts when the head is pressed. */
  sort?: string;
  /** Figures stand at the right. */
  right?: boolean;
  className?: string;
}

/** A row below 1024 px: a name with its badge, smaller text beside the actions, and what needs the whole width. */
export interface StackedItem {
  title: ReactNode;
  aside?: ReactNode;
  text?: ReactNode;
  below?: ReactNode;
}

/** As much of a query as a table needs: a `useQuery` result, or `useLocalPage` for lists that are never paged. */
export interface TableSource<T> {
  data: Page<T> | undefined;
  isError: boolean;
  error: unknown;
  refetch: () => unknown;
}

/** How a table is sorted, and how it is changed: the head that is pressed, up, down and not at all by turns. */
export interface TableSorting {
  sort: string;
  order: 'asc' | 'desc' | '';
  onSort: (sorting: { sort: string; order: 'asc' | 'desc' | '' }) => void;
}

interface DataTableProps<T> {
  /** The name of the table, for screen readers. */
  label: string;
  source: TableSource<T>;
  onPage: (page: number) => void;
  columns: Column<T>[];
  rowKey: (row: T) => string;
  item: (row: T) => StackedItem;
  actions?: (row: T) => ReactNode;
  sorting?: TableSorting;
  /** Search and filters, within the frame. They stay in every state of the table. */
  toolbar?: ReactNode;
  empty: Parameters<typeof EmptyState>[0];
  failed: { title: string; help: string };
  loading?: string;
}

/**
 * A table of 15 rows with its footer (SPEC §2), a list below 1024 px, in its four states: loading, failed, empty,
 * data. What was loaded stays while a later load fails, and the way back while another page does.
 */
export function DataTable<T>({ label, source, toolbar, ...table }: DataTableProps<T>) {
  const { data, isError, error, refetch } = source;
  const { failed, empty, loading = t(commonMessages).loading } = table;
  const { pages, onPage } = usePages(data, table.onPage);
  useLastPage(data, table.onPage);

  if (!data && isError && !toolbar && !pages) {
    return (
      <ErrorState
        title={failed.title}
        help={messageOf(error, failed.help)}
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <section className="frame overflow-hidden" aria-label={label}>
      {toolbar && <div className="flex flex-wrap items-center gap-2 p-3 border-b">{toolbar}</div>}
      {data && data.meta.total > 0 ? (
        <>
          <Rows {...table} page={data} />
          <Pagination label={label} meta={data.meta} onPage={onPage} />
        </>
      ) : data ? (
        <EmptyState {...empty} />
      ) : isError ? (
        <>
          <ErrorState
            bare
            title={failed.title}
            help={messageOf(error, failed.help)}
            error={error}
            onRetry={() => void refetch()}
          />
          {pages && <Pagination label={label} meta={pages} onPage={onPage} failed />}
        </>
      ) : (
        <RowsSkeleton label={loading} />
      )}
    </section>
  );
}

function Rows<T>({
  page: { items, meta },
  columns,
  rowKey,
  item,
  actions,
  sorting,
}: Pick<DataTableProps<T>, 'columns' | 'rowKey' | 'item' | 'actions' | 'sorting'> & {
  page: Page<T>;
}) {
  const before = (meta.page - 1) * meta.pageSize;
  return (
    <>
      <table className="tbl max-lg:hidden">
        <thead>
          <tr>
            {columns.map(({ head, headCell, right, sort }) => (
              <th
                key={head}
                scope="col"
                className={right ? 'r' : undefined}
                aria-sort={sort && sorting?.sort === sort ? ARIA_SORT[sorting.order] : undefined}
              >
                {headCell ??
                  (sort && sorting ? <SortHead head={head} sort={sort} sorting={sorting} /> : head)}
              </th>
            ))}
            {actions && (
              <th scope="col" className="r">
                {t(commonMessages).actions}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {items.map((row, i) => (
            <tr key={rowKey(row)}>
              {columns.map(({ head, right, className, cell }) => (
                <td key={head} className={cn(right && 'r', className) || undefined}>
                  {cell(row, before + i + 1)}
                </td>
              ))}
              {actions && (
                <td className="r">
                  <span className="inline-flex items-center gap-1">{actions(row)}</span>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <ul className="lg:hidden">
        {items.map((row) => (
          <StackedRow key={rowKey(row)} {...item(row)} actions={actions?.(row)} />
        ))}
      </ul>
    </>
  );
}

const ARIA_SORT = { asc: 'ascending', desc: 'descending', '': 'none' } as const;
const NEXT = { '': 'asc', asc: 'desc', desc: '' } as const;
const SORT_ICON = { asc: ArrowUp, desc: ArrowDown, '': ArrowUpDown };

function SortHead({ head, sort, sorting }: { head: string; sort: string; sorting: TableSorting }) {
  const order = sorting.sort === sort ? sorting.order : '';
  const Icon = SORT_ICON[order];
  const press = () => {
    const next = NEXT[order];
    sorting.onSort({ sort: next === '' ? '' : sort, order: next });
  };
  return (
    <button type="button" className="inline-flex items-center gap-1" onClick={press}>
      {head}
      <Icon className="ic ic-sm" aria-hidden />
    </button>
  );
}

function StackedRow({ title, aside, text, below, actions }: StackedItem & { actions?: ReactNode }) {
  return (
    <li className="px-4 py-3 border-b last:border-0 grid grid-cols-1 gap-2">
      <div className="flex items-center gap-2">
        <span className="font-[560] flex-1 min-w-0 truncate">{title}</span>
        {aside}
      </div>
      <div className="flex flex-wrap items-center gap-2 text-sm text-muted-foreground">
        <span className="flex-1 min-w-[140px] wrap-anywhere">{text}</span>
        {actions && <span className="ml-auto inline-flex items-center gap-1">{actions}</span>}
      </div>
      {below}
    </li>
  );
}

/** The pages as the latest answer told them, and which of them was asked for since: where a failed one stands. */
function usePages(data: Page<unknown> | undefined, ask: (page: number) => void) {
  const told = useRef<PageMeta>(undefined);
  const asked = useRef<number>(undefined);
  useEffect(() => {
    if (!data) return;
    told.current = data.meta;
    if (data.meta.page === asked.current) asked.current = undefined;
  }, [data]);
  return {
    pages: told.current && { ...told.current, page: asked.current ?? told.current.page },
    onPage: (page: number) => {
      asked.current = page;
      ask(page);
    },
  };
}

/** When the last row of the last page went, the page before it is shown. */
function useLastPage(data: Page<unknown> | undefined, onPage: (page: number) => void) {
  const meta = data?.meta;
  const last = meta ? Math.max(1, Math.ceil(meta.total / meta.pageSize)) : undefined;
  const beyond = meta && last !== undefined && meta.page > last ? last : undefined;
  useEffect(() => {
    if (beyond !== undefined) onPage(beyond);
  }, [beyond, onPage]);
}
