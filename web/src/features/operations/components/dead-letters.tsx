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
import { operationsMessages } from '@/messages/admin/operations.js';
import { useRetryLetter } from '../api.js';
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
  const retry = useRetryLetter(service);
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
          {(letter) => {
            const trying =
              letter.retry_requested || (retry.isPending && retry.variables === letter.id);
            return (
              <ListedRow
                key={letter.id}
                name={<span className="mono">{letter.subject}</span>}
                error={letter.error}
                facts={[
                  attempts(letter.attempts),
                  m.firstSeen(formatDateTime(letter.first_seen)),
                  m.lastTried(formatDateTime(letter.last_tried)),
                  `${m.event} ${letter.event_id}`,
                ]}
              >
                <Button
                  size="sm"
                  busy={trying}
                  aria-label={m.retryOf(letter.subject)}
                  onClick={() => void ask(letter.id)}
                >
                  {trying ? m.retrying : m.retry}
                </Button>
                <Button
                  size="sm"
                  variant="danger"
                  aria-label={m.discardOf(letter.subject)}
                  onClick={() => discarding.open(letter)}
                >
                  {m.discard}
                </Button>
              </ListedRow>
            );
          }}
        </Listed>
      )}
      {discarding.row && (
        <DiscardDialog service={service} letter={discarding.row} onClose={discarding.close} />
      )}
    </>
  );
}
