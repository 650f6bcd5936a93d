import type { PageMeta } from '@casement/proto/http/envelope.js';
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import { Fragment, useEffect, useRef, type ReactNode } from 'react';
import { cn } from '@/components/ui/class-names.js';
import { RowsSkeleton } from '@/components/ui/feedback/skeleton.js';
import { EmptyState, ErrorState } from '@/components/ui/feedback/states.js';
import type { Page } from '@/lib/api/api-client.js';
import { messageOf } from '@/lib/api/api-error.js';
import { t } from '@/messages/i18n.js';
import { commonMessages } from '@/messages/common.js';
import { Pagination } from './pagination.js';
import { useFocusAfterRemove } from './use-focus-after-remove.js';

/** Position in the list below 1024 px. Numbers are lines of the text; columns on the same line are joined by ` · `. */
type ListPosition = 'title' | 'aside' | 'below' | 1 | 2 | 3 | 4;

/** A column: a cell of the wide table and, if `list` is set, a part of the phone list. */
export interface Column<T> {
  head: string;
  /** Replaces `head` in the table, e.g. a checkbox that selects every row. */
  headCell?: ReactNode;
  /** `n` counts the rows from 1, over all pages. */
  cell: (row: T, n: number) => ReactNode;
  /** Position of the column in the list for narrow screens. Omitted there if not set. */
  list?: ListPosition;
  /** Replaces `cell` in the list. Empty results are omitted. */
  listCell?: (row: T, n: number) => ReactNode;
  /** Sort key of the server. */
  sort?: string;
  /** Aligns figures to the right. */
  right?: boolean;
  className?: string;
}

/** Query state for a table: a `useQuery` result, or `useLocalPage` for lists that the server does not page. */
export interface TableSource<T> {
  data: Page<T> | undefined;
  isError: boolean;
  error: unknown;
  refetch: () => unknown;
}

/** Current sort order. Clicking a header cycles through ascending, descending and unsorted. */
interface TableSorting {
  sort: string;
  order: 'asc' | 'desc' | '';
  onSort: (sorting: { sort: string; order: 'asc' | 'desc' | '' }) => void;
}

interface DataTableProps<T> {
  label: string;
  source: TableSource<T>;
  onPage: (page: number) => void;
  columns: Column<T>[];
  rowKey: (row: T) => string;
  actions?: (row: T) => ReactNode;
  sorting?: TableSorting;
  /** Search and filters, shown in every state. */
  toolbar?: ReactNode;
  empty: Parameters<typeof EmptyState>[0];
  /** Title of a failed load. */
  failed: string;
  failedHelp?: string;
  loading?: string;
}

/**
 * A table of 15 rows with its footer (SPEC §2), a list below 1024 px, in four states: loading, failed, empty, data.
 * Rows stay visible when a later load fails; the pagination stays when another page fails. The focus stays in the list
 * when a clicked button is removed with its row.
 */
export function DataTable<T>({ label, source, toolbar, ...table }: DataTableProps<T>) {
  const { data, isError, error, refetch } = source;
  const common = t(commonMessages);
  const { failed, failedHelp = common.pleaseTryAgain, empty, loading = common.loading } = table;
  const { pages, onPage } = usePages(data, table.onPage);
  useLastPage(data, table.onPage);
  const onClick = useFocusAfterRemove(data);

  if (!data && isError && !toolbar && !pages) {
    return (
      <ErrorState
        title={failed}
        help={messageOf(error, failedHelp)}
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <section className="frame overflow-hidden" aria-label={label} onClickCapture={onClick}>
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
            title={failed}
            help={messageOf(error, failedHelp)}
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
  actions,
  sorting,
}: Pick<DataTableProps<T>, 'columns' | 'rowKey' | 'actions' | 'sorting'> & {
  page: Page<T>;
}) {
  const before = (meta.page - 1) * meta.pageSize;
  return (
    <>
      <div className="max-lg:hidden overflow-x-auto">
        <table className="tbl">
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
                    (sort && sorting ? (
                      <SortHead head={head} sort={sort} sorting={sorting} />
                    ) : (
                      head
                    ))}
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
      </div>
      <ul className="lg:hidden">
        {items.map((row, i) => (
          <ListRow
            key={rowKey(row)}
            cells={(position) => cellsAt(columns, position, row, before + i + 1)}
            actions={actions?.(row)}
          />
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

const TEXT_LINES = [1, 2, 3, 4] as const;

function ListRow({
  cells,
  actions,
}: {
  cells: (position: ListPosition) => ReactNode[];
  actions?: ReactNode;
}) {
  return (
    <li className="px-4 py-3 border-b last:border-0 grid grid-cols-1 gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <span className="font-[560] flex-1 min-w-[45%] wrap-anywhere">{cells('title')}</span>
        {cells('aside')}
      </div>
      <div className="flex flex-wrap items-center gap-2 text-sm text-muted-foreground">
        <span className="flex-1 min-w-[140px] wrap-anywhere">
          {TEXT_LINES.map((line) => {
            const parts = cells(line).flatMap((cell, i) => (i === 0 ? [cell] : [' · ', cell]));
            return (
              parts.length > 0 && (
                <span key={line} className="block num">
                  {parts}
                </span>
              )
            );
          })}
        </span>
        {actions && (
          <span className="ml-auto inline-flex flex-wrap justify-end items-center gap-1">
            {actions}
          </span>
        )}
      </div>
      {cells('below')}
    </li>
  );
}

function cellsAt<T>(columns: Column<T>[], position: ListPosition, row: T, n: number): ReactNode[] {
  return columns.flatMap(({ head, list, listCell, cell, className }) => {
    const content = list === position && (listCell ?? cell)(row, n);
    if (content === false || content === null || content === undefined || content === '') return [];
    return className?.startsWith('mono') ? (
      <span key={head} className="mono">
        {content}
      </span>
    ) : (
      <Fragment key={head}>{content}</Fragment>
    );
  });
}

/**
 * Returns the metadata of the latest response, but with the page requested after it, so that a page that failed to
 * load is shown as the current one.
 */
function usePages(data: Page<unknown> | undefined, onPage: (page: number) => void) {
  const latest = useRef<PageMeta>(undefined);
  const requested = useRef<number>(undefined);
  useEffect(() => {
    if (!data) return;
    latest.current = data.meta;
    if (data.meta.page === requested.current) requested.current = undefined;
  }, [data]);
  return {
    pages: latest.current && { ...latest.current, page: requested.current ?? latest.current.page },
    onPage: (page: number) => {
      requested.current = page;
      onPage(page);
    },
  };
}

/** Goes to the last page when the current page no longer exists because its rows were removed. */
function useLastPage(data: Page<unknown> | undefined, onPage: (page: number) => void) {
  const meta = data?.meta;
  const last = meta ? Math.max(1, Math.ceil(meta.total / meta.pageSize)) : undefined;
  const lastPage = meta && last !== undefined && meta.page > last ? last : undefined;
  useEffect(() => {
    if (lastPage !== undefined) onPage(lastPage);
  }, [lastPage, onPage]);
}
