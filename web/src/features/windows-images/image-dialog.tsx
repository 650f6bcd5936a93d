import type { ImageKind } from '@casement/proto/http/install/linux.js';
import type {
  ImageFacts,
  WindowsImage,
  ImageJob,
} from '@casement/proto/http/install/windows/images.js';
import { Download, Hammer, Info, ShieldCheck, Trash2, TriangleAlert, CircleX } from 'lucide-react';
import { useState, type CSSProperties } from 'react';
import { Button } from '@/components/ui/button.js';
import { DetailRow, DetailRows } from '@/components/ui/detail-row.js';
import { Dialog } from '@/components/ui/dialog/dialog.js';
import { lazyDialog } from '@/components/ui/dialog/lazy-dialog.js';
import { Note } from '@/components/ui/note.js';
import { formatSize } from '@/lib/format/format-size.js';
import {
  formatDateTime,
  formatFigure,
  formatPercent,
  formatRate,
  formatBytesWritten,
} from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { failureText } from '@/lib/installs/failure-text.js';
import { withToast } from '@/lib/toast/toast-failure.js';
import { certificationMessages } from '@/messages/admin/windows/certification.js';
import { imageUploadMessages } from '@/messages/admin/windows/image-uploads.js';
import { linuxVersionMessages } from '@/messages/admin/windows/linux-versions.js';
import { windowsImageMessages } from '@/messages/admin/windows/windows-images.js';
import {
  useCancelImageJob,
  useDeleteImage,
  useVerifyImage,
  isJobActive,
  type VersionImage,
} from './api.js';
import { firmwareText } from './firmware-text.js';
import { ImageBadge } from './image-badge.js';

const CertificationDialog = lazyDialog(() => import('./certification-dialog.js'));
const ConfirmDialog = lazyDialog(() => import('@/components/ui/dialog/confirm-dialog.js'));

export default function ImageDialog({
  kind,
  image,
  onImport,
  onBuild,
  onClose,
}: {
  kind: ImageKind;
  image: VersionImage;
  onImport: () => void;
  onBuild: () => void;
  onClose: () => void;
}) {
  const m = t(windowsImageMessages);
  const cancel = useCancelImageJob();
  const { name, state, job } = image;
  const busy = isJobActive(job);
  const stop = () => {
    if (!job) return;
    const done = () => ({ title: m.cancelledToast });
    void withToast(cancel.mutateAsync(job.id), { done, failed: m.operationFailed });
  };
  return (
    <Dialog
      onClose={onClose}
      title={m.manageOf(name)}
      width={560}
      readable={m.manageOf(name)}
      footer={
        <Actions
          image={image}
          busy={busy}
          onImport={onImport}
          onBuild={kind === 'windows' ? onBuild : undefined}
        />
      }
    >
      <div className="grid gap-4">
        {busy ? (
          <ImageJobPanel job={job} stopping={cancel.isPending} onStop={stop} />
        ) : (
          <div>
            <ImageBadge image={image} available={false} />
          </div>
        )}
        {job?.status === 'failed' && <ImageJobFailure job={job} />}
        {job && <ImageJobLog job={job} />}
        {m.stateHelp[state] !== '' && !busy && (
          <Note
            tone={state === 'none' ? 'info' : 'warning'}
            icon={state === 'none' ? Info : TriangleAlert}
          >
            {kind === 'linux' && state === 'none'
              ? t(linuxVersionMessages).noImage
              : m.stateHelp[state]}
          </Note>
        )}
        {!busy && kind === 'windows' && <CertificationNote image={image} />}
        {image.image && <Facts kind={kind} image={image} facts={image.image} />}
      </div>
    </Dialog>
  );
}

function Facts({
  kind,
  image,
  facts,
}: {
  kind: ImageKind;
  image: VersionImage;
  facts: ImageFacts;
}) {
  const m = t(windowsImageMessages);
  const { imported_at, verified_at, active_installs } = image;
  return (
    <DetailRows>
      <DetailRow
        plain
        term={m.disk}
        value={m.diskOf(formatSize(facts.raw_size), formatSize(facts.data_bytes))}
      />
      <DetailRow
        plain
        term={m.stored}
        value={m.storedOf(formatSize(facts.stored_bytes), formatFigure(facts.chunks))}
      />
      <DetailRow plain term={m.firmware} value={firmwareText(image.firmware ?? [facts.firmware])} />
      {facts.min_memory > 0 && (
        <DetailRow plain term={m.memory} value={m.memoryOf(formatSize(facts.min_memory))} />
      )}
      {kind === 'windows' && <DetailRow plain term={m.drivers} value={driversOf(facts)} />}
      {facts.virtio_win && <DetailRow plain term={m.virtioWin} value={facts.virtio_win} />}
      {facts.languages && <DetailRow plain term={m.languages} value={facts.languages.join(', ')} />}
      {facts.processor && facts.processor.length > 0 && (
        <DetailRow plain term={m.processor} value={facts.processor.join(', ')} />
      )}
      {facts.handshake_only && <DetailRow plain term={m.proof} value={m.proofs.handshake} />}
      <DetailRow
        plain
        term={m.imported}
        value={imported_at ? formatDateTime(imported_at) : m.never}
      />
      <DetailRow
        plain
        term={m.verified}
        value={verified_at ? formatDateTime(verified_at) : m.never}
      />
      {kind === 'windows' && <Certification image={image} />}
      {active_installs > 0 && (
        <DetailRow plain term={m.installs} value={m.installsOf(active_installs)} />
      )}
    </DetailRows>
  );
}

function Certification({ image }: { image: WindowsImage }) {
  const m = t(certificationMessages);
  const [reading, setReading] = useState(false);
  const { certification, windows_version_id: versionId, name } = image;
  if (!certification) return <DetailRow plain term={m.term} value={m.never} />;
  const when = formatDateTime(certification.finished_at);
  const certified = certification.verdict === 'certified';
  return (
    <DetailRow plain term={m.term} value={certified ? m.certifiedOn(when) : m.failedOn(when)}>
      <Button size="sm" variant="ghost" onClick={() => setReading(true)}>
        {m.report}
      </Button>
      {reading && (
        <CertificationDialog versionId={versionId} name={name} onClose={() => setReading(false)} />
      )}
    </DetailRow>
  );
}

function driversOf({ drivers }: ImageFacts): string {
  const m = t(windowsImageMessages);
  return drivers ? drivers.join(', ') || m.noDrivers : m.driversUnknown;
}

function Actions({
  image: { windows_version_id: id, name, state },
  busy,
  onImport,
  onBuild,
}: {
  image: WindowsImage;
  busy: boolean;
  onImport: () => void;
  /** Absent for Linux, whose images are only imported. */
  onBuild: (() => void) | undefined;
}) {
  const m = t(windowsImageMessages);
  const verify = useVerifyImage();
  const remove = useDeleteImage();
  const has = state !== 'none';

  const [removing, setRemoving] = useState(false);
  const confirmRemove = async () => {
    const done = () => ({ title: m.removedToast });
    if (await withToast(remove.mutateAsync(id), { done, failed: m.deleteFailed })) {
      setRemoving(false);
    }
  };
  const startVerify = () => {
    const done = () => ({ title: m.verifyToast });
    void withToast(verify.mutateAsync(id), { done, failed: m.operationFailed });
  };
  return (
    <>
      {has && (
        <Button variant="danger" disabled={busy} onClick={() => setRemoving(true)}>
          <Trash2 className="ic" />
          {m.remove}
        </Button>
      )}
      {has && (
        <Button disabled={busy} busy={verify.isPending} onClick={startVerify}>
          <ShieldCheck className="ic" />
          {m.verify}
        </Button>
      )}
      {onBuild && (
        <Button disabled={busy} onClick={onBuild}>
          <Hammer className="ic" />
          {t(imageUploadMessages).build}
        </Button>
      )}
      <Button variant="primary" disabled={busy} onClick={onImport}>
        <Download className="ic" />
        {has ? m.replace : m.import}
      </Button>
      {removing && (
        <ConfirmDialog
          title={m.removeTitle}
          question={m.confirmRemove(name)}
          submit={m.remove}
          pending={remove.isPending}
          onConfirm={confirmRemove}
          onClose={() => setRemoving(false)}
        />
      )}
    </>
  );
}

/** Warning for an image that is not certified, with the reason of a failed certification. */
function CertificationNote({ image: { state, certification } }: { image: WindowsImage }) {
  const m = t(certificationMessages);
  if (state === 'none' || certification?.verdict === 'certified') return null;
  const failure = certification && failureText({ ...certification, cure: null });
  return (
    <Note tone="warning" icon={TriangleAlert}>
      {failure ? `${m.failedWarning} ${failure.message}` : m.warning}
    </Note>
  );
}

function ImageJobPanel({
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
      ? formatBytesWritten(bytes_done, bytes_total)
      : bytes_done > 0 && m.done(formatSize(bytes_done));
  const figures = [
    percent !== null && formatPercent(percent),
    written,
    rate !== null && formatRate(rate),
  ].filter((figure) => figure !== false);
  return figures.length > 0 ? <p className="num text-sm">{figures.join(' · ')}</p> : null;
}

/** Last log lines of a build, followed while it runs. */
function ImageJobLog({ job: { log } }: { job: ImageJob }) {
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

function ImageJobFailure({ job }: { job: ImageJob }) {
  const m = t(windowsImageMessages);
  const failure = job.failure && failureText(job.failure);
  return (
    <Note tone="danger" icon={CircleX}>
      <b className="font-[600]">{m.failed[job.kind]}</b> {failure?.message} {failure?.cure}
    </Note>
  );
}
