import type { ImageJob } from '@casement/proto/http/images.js';
import { CircleX } from 'lucide-react';
import type { CSSProperties } from 'react';
import { Button } from '@/components/ui/button.js';
import { Note } from '@/components/ui/note.js';
import { formatSize } from '@/lib/format/format-size.js';
import { formatPercent, formatRate, formatWritten } from '@/lib/format/format.js';
import { t } from '@/lib/i18n/messages.js';
import { failureText } from '@/lib/installs/failure-text.js';
import { imageUploadMessages } from '@/messages/admin/image-uploads.js';
import { windowsImageMessages } from '@/messages/admin/windows-images.js';

/** The progress of an import or a verification. */
export function ImageJobPanel({
  job,
  stopping,
  onStop,
}: {
  job: ImageJob;
  stopping: boolean;
  onStop: () => void;
}) {
  const m = t(windowsImageMessages);
  const { percent, step, source } = job;
  const what = step ? m.steps[step] : job.status === 'queued' ? m.waiting : m.started;
  return (
    <div className="grid gap-3">
      <div className="flex items-start gap-3">
        <div className="flex-1 min-w-0" aria-live="polite">
          <p className="text-lg font-[600]">{what}</p>
          {source && (
            <p className="text-sm text-muted-foreground wrap-anywhere">{m.from(source)}</p>
          )}
        </div>
        <Button size="sm" busy={stopping} onClick={onStop}>
          {m.cancel}
        </Button>
      </div>
      <div
        className="pane now"
        role="progressbar"
        aria-label={m.progressOf(what)}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent ?? undefined}
        style={{ '--p': `${percent ?? 50}%`, height: 12 } as CSSProperties}
      >
        <i />
      </div>
      <Figures job={job} />
      <p className="text-sm text-muted-foreground">{m.cancelHelp}</p>
    </div>
  );
}

function Figures({ job: { percent, rate, bytes_done, bytes_total } }: { job: ImageJob }) {
  const m = t(windowsImageMessages);
  const written =
    bytes_total !== null
      ? formatWritten(bytes_done, bytes_total)
      : bytes_done > 0 && m.done(formatSize(bytes_done));
  const figures = [
    percent !== null && formatPercent(percent),
    written,
    rate !== null && formatRate(rate),
  ].filter((figure) => figure !== false);
  return figures.length > 0 ? <p className="num text-sm">{figures.join(' · ')}</p> : null;
}

/** The last lines of a build, followed while it is under way. */
export function ImageJobLog({ job: { log } }: { job: ImageJob }) {
  const title = t(imageUploadMessages).log;
  if (log.length === 0) return null;
  return (
    <div className="grid gap-1">
      <p className="label">{title}</p>
      <pre
        className="mono text-xs whitespace-pre-wrap wrap-anywhere max-h-40 overflow-auto rounded-md border bg-muted p-3"
        role="log"
        tabIndex={0}
        aria-label={title}
      >
        {log.join('\n')}
      </pre>
    </div>
  );
}

/** Why the last one failed, and how to resolve it. */
export function ImageJobFailure({ job }: { job: ImageJob }) {
  const m = t(windowsImageMessages);
  const failure = job.failure && failureText(job.failure);
  return (
    <Note tone="danger" icon={CircleX}>
      <b className="font-[600]">{m.failed[job.kind]}</b> {failure?.message} {failure?.cure}
    </Note>
  );
}
