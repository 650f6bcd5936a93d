import type { ComponentProps } from 'react';
import { t } from '@/messages/i18n.js';
import { commonMessages } from '@/messages/common.js';
import { QueryError } from './query-error.js';
import { RowsSkeleton } from './skeleton.js';

/** Replaces the content of a query without data: its error, or rows while it loads. */
export function QueryFallback({
  loading = t(commonMessages).loading,
  rows,
  ...error
}: Omit<ComponentProps<typeof QueryError>, 'query'> & {
  query: { isError: boolean; error: unknown; refetch: () => unknown };
  loading?: string;
  rows?: number;
}) {
  return error.query.isError ? (
    <QueryError {...error} />
  ) : (
    <RowsSkeleton label={loading} rows={rows} />
  );
}
