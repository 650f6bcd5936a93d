import type { InstallRecord } from '@casement/proto/http/install/install.js';
import { CircleX, Info, Undo2, UserRoundSearch } from 'lucide-react';
import { Suspense } from 'react';
import { HelpLink } from '@/components/installs/help-link.js';
import { Lights, LightsCaption } from '@/components/installs/lights.js';
import { Note } from '@/components/ui/note.js';
import {
  formatDuration,
  formatPercent,
  formatRate,
  formatBytesWritten,
} from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { failureText } from '@/lib/installs/failure-text.js';
import { placeOf } from '@/lib/installs/place.js';
import { isActive, isReturning, isSilent, PHASES, writePercent } from '@/lib/installs/phases.js';
import { lazyComponent } from '@/lib/lazy-component.js';
import { useNow } from '@/lib/use-now.js';
import { installMessages } from '@/messages/install/install.js';

const BootGuard = lazyComponent(() => import('./boot-guard.js'));

/** Phase, figures, and the eight panes with their meaning. Use `narrow` if there is no room for the large panes. */
export function ProgressPanel({
  install,
  log = [],
  narrow,
}: {
  install: InstallRecord;
  /** Latest log lines of the installer on the VPS. */
  log?: readonly string[];
  narrow?: boolean;
}) {
  return (
    <>
      <Figures install={install} />
      {!narrow && (
        <div className="max-lg:hidden">
          <Lights install={install} />
          <LightsCaption install={install} />
        </div>
      )}
      <div className={narrow ? undefined : 'lg:hidden'}>
        <Lights install={install} small />
      </div>
      <NextStep install={install} />
      {install.guard && (
        <Suspense fallback={null}>
          <BootGuard install={install} />
        </Suspense>
      )}
      <LastLines lines={log} />
    </>
  );
}

function Figures({ install }: { install: InstallRecord }) {
  const m = t(installMessages);
  const { phase, rate, bytes_done, bytes_total, eta_seconds } = install.progress;
  const percent = writePercent(install);
  const live = isActive(install) && phase === 'writing';
  const figures = [
    percent !== null && { term: m.progress, value: formatPercent(percent) },
    live && rate !== null && { term: m.speed, value: formatRate(rate) },
    live &&
      bytes_done !== null &&
      bytes_total !== null && {
        term: m.written,
        value: formatBytesWritten(bytes_done, bytes_total),
        wide: true,
      },
    live && eta_seconds !== null && { term: m.timeLeft, value: formatDuration(eta_seconds) },
    isActive(install) && { term: m.elapsed, value: <Elapsed since={install.created_at} /> },
  ].filter((figure) => figure !== false);

  return (
    <div className="flex flex-wrap items-end gap-x-8 gap-y-3 mb-4">
      <div className="flex-1 min-w-[180px]" aria-live="polite">
        <p className="text-xs text-muted-foreground">
          {phase ? m.phaseOf(PHASES.indexOf(phase) + 1) : m.statuses[install.status]}
        </p>
        <p className="text-xl font-[600] tracking-[-0.02em]">{headlineOf(install)}</p>
      </div>
      <dl className="contents">
        {figures.map(({ term, value, ...rest }) => (
          <div key={term} className={'wide' in rest ? 'max-sm:hidden' : undefined}>
            <dt className="text-xs text-muted-foreground">{term}</dt>
            <dd className="num font-[580] text-lg">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** Counted in the page so that it continues between two reports. */
function Elapsed({ since }: { since: string }) {
  return <>{formatDuration((useNow(1_000) - Date.parse(since)) / 1_000)}</>;
}

function LastLines({ lines }: { lines: readonly string[] }) {
  const m = t(installMessages);
  if (lines.length === 0) return null;
  return (
    <details className="mt-4 text-sm">
      <summary className="link w-fit">{m.lastLines}</summary>
      <pre className="mono text-xs overflow-auto max-h-40 p-3 mt-2 rounded-md border bg-muted">
        {lines.join('\n')}
      </pre>
    </details>
  );
}

/** Returns the current phase, or the result after the end, because the record keeps its last phase. */
function headlineOf(install: InstallRecord): string {
  const m = t(installMessages);
  const { status, progress } = install;
  const { phase } = progress;
  if (isReturning(install)) return m.returning;
  if (status === 'completed' || status === 'failed' || status === 'manual_review') {
    return m.outcomes[status];
  }
  return phase ? m.headlines[phase] : m.queued;
}

/** The next step, or the failure and its remedy. */
function NextStep({ install }: { install: InstallRecord }) {
  const m = t(installMessages);
  const now = useNow(15_000);
  const { status, progress } = install;
  const failure = install.failure && failureText(install.failure);
  const help = failure && <HelpLink code={install.failure!.code} about={failure.message} />;
  if (status === 'manual_review') {
    return (
      <Note tone="review" icon={UserRoundSearch} className="mt-4">
        <b className="font-[600]">{m.detail.reviewTitle}</b>{' '}
        {failure ? `${failure.message} ${failure.cure}` : m.detail.reviewHelp} {help}
      </Note>
    );
  }
  if (status === 'failed') {
    return (
      <Note tone="danger" icon={CircleX} className="mt-4">
        <b className="font-[600]">{failure?.message ?? m.toasts.failedHelp(placeOf(install))}</b>{' '}
        {failure?.cure} {help}
      </Note>
    );
  }
  // A silent Windows needs the restart that the sentence below advises against.
  if (!isActive(install) || isSilent(install, now)) return null;
  if (isReturning(install)) {
    return (
      <Note tone="warning" icon={Undo2} className="mt-4">
        <b className="font-[600]">{failure?.message}</b> {m.returningHelp} {help}
      </Note>
    );
  }
  return (
    <p className="flex gap-2 text-sm text-muted-foreground mt-4">
      <Info className="ic ic-sm mt-[3px]" />
      <span>{!progress.phase ? m.queuedHelp : progress.committed ? m.afterBar : m.beforeBar}</span>
    </p>
  );
}
