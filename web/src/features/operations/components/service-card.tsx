import type { OperatedService, ServiceOperations } from '@casement/proto/http/operations.js';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, WifiOff, TriangleAlert } from 'lucide-react';
import { useId, useRef, type ReactNode } from 'react';
import { Badge } from '@/components/ui/badge.js';
import { RowsSkeleton } from '@/components/ui/feedback/skeleton.js';
import { ErrorState } from '@/components/ui/feedback/states.js';
import { Note } from '@/components/ui/note.js';
import { formatDateTime } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { operationsMessages } from '@/messages/admin/operations/operations.js';
import { operationsQuery } from '../api.js';
import { DeadLetters } from './dead-letters.js';
import { FailedJobs } from './failed-jobs.js';
import { ServiceParts } from './service-parts.js';

/** Status reported by a service, or a message that it does not respond. */
export function ServiceCard({ service }: { service: OperatedService }) {
  const m = t(operationsMessages);
  const query = useQuery(operationsQuery(service));
  const title = useRef<HTMLHeadingElement>(null);
  const id = useId();
  const name = m.services[service];
  // Data from before the service became unresponsive may be outdated.
  const known = query.isError ? undefined : query.data;
  return (
    <section className="frame" aria-labelledby={id}>
      <div className="frame-head flex-wrap">
        <h2 id={id} ref={title} tabIndex={-1}>
          {name}
        </h2>
        <span className="mono text-xs text-muted-foreground flex-1">{service}</span>
        {query.isError ? (
          <Badge tone="danger" icon={WifiOff}>
            {m.silent}
          </Badge>
        ) : (
          known && <Health operations={known} />
        )}
      </div>
      {query.isError && (
        <ErrorState
          bare
          title={m.silent}
          help={m.silentHelp}
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isPending && <RowsSkeleton label={m.loading(name)} rows={2} />}
      {known && (
        <>
          <div className="px-4 py-3 grid gap-3">
            <p className="text-sm text-muted-foreground num">
              {m.version(known.version)} ·{' '}
              <span className="mono text-xs break-all" title={m.replica}>
                {known.replica}
              </span>{' '}
              · {m.since(formatDateTime(known.started_at))}
            </p>
            <ServiceParts label={m.parts(name)} parts={known.parts} />
          </div>
          <Lists operations={known}>
            <DeadLetters service={service} letters={known.dead_letters} nextFocus={title} />
            <FailedJobs service={service} jobs={known.failed_jobs} nextFocus={title} />
          </Lists>
        </>
      )}
    </section>
  );
}

function Health({ operations: { parts } }: { operations: ServiceOperations }) {
  const m = t(operationsMessages);
  return parts.every(({ ok }) => ok) ? (
    <Badge tone="success" icon={CircleCheck}>
      {m.healthy}
    </Badge>
  ) : (
    <Badge tone="danger" icon={TriangleAlert}>
      {m.unwell}
    </Badge>
  );
}

/** Both lists, or a sentence if they are empty or unknown. */
function Lists({
  operations: { dead_letters: letters, failed_jobs: jobs },
  children,
}: {
  operations: ServiceOperations;
  children: ReactNode;
}) {
  const m = t(operationsMessages);
  return (
    <>
      {letters?.total === 0 && jobs?.total === 0 && (
        <p className="px-4 pb-4 text-sm text-muted-foreground">{m.allThrough}</p>
      )}
      {(!letters || !jobs) && (
        <div className="px-4 pb-4">
          <Note tone="warning" icon={TriangleAlert}>
            {m.unread}
          </Note>
        </div>
      )}
      {children}
    </>
  );
}
