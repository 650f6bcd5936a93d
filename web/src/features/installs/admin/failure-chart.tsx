import type { FailureGroup, InstallFailures } from '@casement/proto/http/install/monitoring.js';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { Button } from '@/components/ui/button.js';
import { cn } from '@/components/ui/class-names.js';
import { QueryFallback } from '@/components/ui/feedback/query-fallback.js';
import { EmptyState } from '@/components/ui/feedback/states.js';
import { formatFigure } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { useHistoryState } from '@/lib/navigation/history-state.js';
import { adminInstallMessages } from '@/messages/admin/installs/admin-installs.js';
import { failuresQuery } from './api.js';

type Trait = keyof InstallFailures;
const TRAITS: readonly Trait[] = ['code', 'provider', 'version'];
const INITIAL_TRAIT = 'code';

/** Failed installs of the last 30 days by code, provider or Windows version, as bars with figures. */
export function FailureChart() {
  const { failures: m } = t(adminInstallMessages);
  const query = useQuery(failuresQuery);
  const [trait, setTrait] = useHistoryState<Trait>('failures', INITIAL_TRAIT);
  return (
    <section className="frame mt-5 overflow-hidden" aria-labelledby="failures-title">
      <div className="frame-head flex-wrap">
        <h2 id="failures-title" className="flex-1 max-sm:basis-full">
          {m.title} <span className="text-sm font-normal text-muted-foreground">{m.range}</span>
        </h2>
        <div className="flex flex-wrap gap-1.5" role="group" aria-label={m.by}>
          {TRAITS.map((option) => (
            <Button
              key={option}
              size="sm"
              variant={option === trait ? 'outline' : 'ghost'}
              className={option === trait ? 'is-chosen' : undefined}
              aria-pressed={option === trait}
              onClick={() => setTrait(option)}
            >
              {m.traits[option]}
            </Button>
          ))}
        </div>
      </div>
      {query.data ? (
        query.data[trait].length === 0 ? (
          <EmptyState icon={CircleCheck} title={m.none} help={m.noneHelp} />
        ) : (
          <Bars trait={trait} groups={query.data[trait]} />
        )
      ) : (
        <QueryFallback query={query} bare title={m.loadFailed} rows={5} />
      )}
    </section>
  );
}

function Bars({ trait, groups }: { trait: Trait; groups: FailureGroup[] }) {
  const { failures: m } = t(adminInstallMessages);
  const highest = Math.max(...groups.map(({ failed }) => failed));
  return (
    <ul className="grid gap-2.5 p-4">
      {groups.map(({ name, failed, ended }) => (
        <li key={name} className="grid gap-1">
          <p className="flex justify-between gap-3 text-sm">
            <span className={cn('wrap-anywhere', trait === 'code' && name !== '' && 'mono')}>
              {name || m.unknown[trait]}
            </span>
            <span className="num whitespace-nowrap">
              {trait === 'code'
                ? m.failed(formatFigure(failed))
                : m.failedOf(
                    formatFigure(failed),
                    formatFigure(ended),
                    String(Math.round((failed / ended) * 100)),
                  )}
            </span>
          </p>
          <span className="block rounded-sm bg-muted" aria-hidden>
            <span
              className="block rounded-sm"
              style={{
                height: 8,
                width: `${(failed / highest) * 100}%`,
                background: 'var(--danger)',
              }}
            />
          </span>
        </li>
      ))}
    </ul>
  );
}
