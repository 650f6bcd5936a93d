import type { OperatedService, ServiceOperations } from '@casement/proto/http/operations.js';
import type { RefObject } from 'react';
import { Button } from '@/components/ui/button.js';
import { formatDateTime } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { useRestoreFocus } from '@/lib/navigation/use-restore-focus.js';
import { withToast } from '@/lib/toast/toast-failure.js';
import { operationsMessages } from '@/messages/admin/operations/operations.js';
import { useRetryJob } from '../api.js';
import { Listed, ListedRow } from './listed.js';

/** Failed jobs, each kind with its own retry. */
export function FailedJobs({
  service,
  jobs,
  nextFocus,
}: {
  service: OperatedService;
  jobs: ServiceOperations['failed_jobs'];
  /** Receives the focus when the focused row disappears. */
  nextFocus: RefObject<HTMLElement | null>;
}) {
  const { jobs: m, letters, attempts } = t(operationsMessages);
  const retry = useRetryJob(service);
  useRestoreFocus(nextFocus, jobs?.rows.map(({ id }) => id).join() ?? '', false);
  if (!jobs || jobs.total === 0) return null;
  return (
    <Listed title={m.title} lead={m.lead} {...jobs}>
      {({ kind, id, title, error, attempts: tries, since, can_retry: canRetry }) => {
        const name = `${m.kinds[kind] ?? kind}: ${title}`;
        return (
          <ListedRow
            key={`${kind} ${id}`}
            name={name}
            error={error}
            facts={[
              attempts(tries),
              m.since(formatDateTime(since)),
              ...(canRetry ? [] : [m.noRetry]),
            ]}
          >
            {canRetry && (
              <Button
                size="sm"
                busy={retry.isPending && retry.variables.id === id}
                aria-label={m.retryOf(name)}
                onClick={() =>
                  void withToast(retry.mutateAsync({ kind, id }), {
                    done: () => ({ title: m.asked }),
                    failed: letters.retryFailed,
                  })
                }
              >
                {letters.retry}
              </Button>
            )}
          </ListedRow>
        );
      }}
    </Listed>
  );
}
