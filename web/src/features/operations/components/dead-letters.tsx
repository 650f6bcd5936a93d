import type {
  DeadLetter,
  OperatedService,
  ServiceOperations,
} from '@casement/proto/http/operations.js';
import type { RefObject } from 'react';
import { Button } from '@/components/ui/button.js';
import { lazyDialog } from '@/components/ui/dialog/lazy-dialog.js';
import { formatDateTime } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { useRowDialog } from '@/lib/navigation/history-state.js';
import { useRestoreFocus } from '@/lib/navigation/use-restore-focus.js';
import { withToast } from '@/lib/toast/toast-failure.js';
import { operationsMessages } from '@/messages/admin/operations/operations.js';
import { useRetryDeadLetter } from '../api.js';
import { Listed, ListedRow } from './listed.js';

const DiscardDialog = lazyDialog(() => import('./discard-dialog.js'));

/** Events that failed all attempts. They can be retried, or discarded after confirmation. */
export function DeadLetters({
  service,
  letters,
  nextFocus,
}: {
  service: OperatedService;
  letters: ServiceOperations['dead_letters'];
  /** Receives the focus when the focused row disappears. */
  nextFocus: RefObject<HTMLElement | null>;
}) {
  const { letters: m, attempts } = t(operationsMessages);
  const retry = useRetryDeadLetter(service);
  const discarding = useRowDialog<DeadLetter>(`discard-${service}`, letters?.rows);
  useRestoreFocus(
    nextFocus,
    letters?.rows.map(({ id }) => id).join() ?? '',
    discarding.row !== undefined,
  );
  const ask = (id: string) =>
    withToast(retry.mutateAsync(id), {
      done: () => ({ title: m.asked, description: m.askedHelp }),
      failed: m.retryFailed,
    });
  return (
    <>
      {letters && letters.total > 0 && (
        <Listed title={m.title} lead={m.lead} {...letters}>
          {(deadLetter) => {
            const isRetrying =
              deadLetter.retry_requested || (retry.isPending && retry.variables === deadLetter.id);
            return (
              <ListedRow
                key={deadLetter.id}
                name={<span className="mono">{deadLetter.subject}</span>}
                error={deadLetter.error}
                facts={[
                  attempts(deadLetter.attempts),
                  m.firstSeen(formatDateTime(deadLetter.first_seen)),
                  m.lastTried(formatDateTime(deadLetter.last_tried)),
                  `${m.event} ${deadLetter.event_id}`,
                ]}
              >
                <Button
                  size="sm"
                  busy={isRetrying}
                  aria-label={m.retryOf(deadLetter.subject)}
                  onClick={() => void ask(deadLetter.id)}
                >
                  {isRetrying ? m.retrying : m.retry}
                </Button>
                <Button
                  size="sm"
                  variant="danger"
                  aria-label={m.discardOf(deadLetter.subject)}
                  onClick={() => discarding.open(deadLetter)}
                >
                  {m.discard}
                </Button>
              </ListedRow>
            );
          }}
        </Listed>
      )}
      {discarding.row && (
        <DiscardDialog service={service} deadLetter={discarding.row} onClose={discarding.close} />
      )}
    </>
  );
}
