import type { ImageFacts, WindowsImage } from '@casement/proto/http/images.js';
import { Download, Hammer, Info, ShieldCheck, Trash2, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button.js';
import { DetailRow, DetailRows } from '@/components/ui/detail-row.js';
import { Dialog } from '@/components/ui/dialog/dialog.js';
import { lazyDialog } from '@/components/ui/dialog/lazy-dialog.js';
import { Note } from '@/components/ui/note.js';
import { formatSize } from '@/lib/format/format-size.js';
import { formatDateTime, formatFigure } from '@/lib/format/format.js';
import { t } from '@/lib/i18n/messages.js';
import { withToast } from '@/lib/toast/with-toast.js';
import { certificationMessages } from '@/messages/admin/certification.js';
import { imageUploadMessages } from '@/messages/admin/image-uploads.js';
import { windowsImageMessages } from '@/messages/admin/windows-images.js';
import { useCancelImageJob, useDeleteImage, useVerifyImage, isJobActive } from './api.js';
import { CertificationNote } from './certification-note.js';
import { ImageBadge } from './image-badge.js';
import { ImageJobFailure, ImageJobLog, ImageJobPanel } from './image-job-panel.js';

const CertificationDialog = lazyDialog(() => import('./certification-dialog.js'));
const ConfirmDialog = lazyDialog(() => import('@/components/ui/dialog/confirm-dialog.js'));

/** The image of one Windows version: its details, its current job and the available actions. */
export default function WindowsImageDialog({
  image,
  onImport,
  onBuild,
  onClose,
}: {
  image: WindowsImage;
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
      footer={<Actions image={image} busy={busy} onImport={onImport} onBuild={onBuild} />}
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
            {m.stateHelp[state]}
          </Note>
        )}
        {!busy && <CertificationNote image={image} />}
        {image.image && <Facts image={image} facts={image.image} />}
      </div>
    </Dialog>
  );
}

function Facts({ image, facts }: { image: WindowsImage; facts: ImageFacts }) {
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
      <DetailRow plain term={m.firmware} value={m.firmwares[facts.firmware]} />
      {facts.min_memory > 0 && (
        <DetailRow plain term={m.memory} value={m.memoryOf(formatSize(facts.min_memory))} />
      )}
      <DetailRow plain term={m.drivers} value={driversOf(facts)} />
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
      <Certification image={image} />
      {active_installs > 0 && (
        <DetailRow plain term={m.installs} value={m.installsOf(active_installs)} />
      )}
    </DetailRows>
  );
}

/** When it was certified, and the report. */
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
  onBuild: () => void;
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
      <Button disabled={busy} onClick={onBuild}>
        <Hammer className="ic" />
        {t(imageUploadMessages).build}
      </Button>
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
