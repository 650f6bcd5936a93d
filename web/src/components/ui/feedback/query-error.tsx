import { messageOf } from '@/lib/api/api-error.js';
import { t } from '@/messages/i18n.js';
import { commonMessages } from '@/messages/common.js';
import { ErrorState } from './states.js';

/** Error of a failed query: the server's message, otherwise `help`, and Try Again. */
export function QueryError({
  query,
  help = t(commonMessages).pleaseTryAgain,
  ...rest
}: {
  query: { error: unknown; refetch: () => unknown };
  title: string;
  help?: string;
  bare?: boolean;
  page?: boolean;
}) {
  return (
    <ErrorState
      {...rest}
      help={messageOf(query.error, help)}
      error={query.error}
      onRetry={() => void query.refetch()}
    />
  );
}
