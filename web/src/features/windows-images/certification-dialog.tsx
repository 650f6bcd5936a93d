import type {
  CertificationCheck,
  CertificationReport,
  CertificationResult,
} from '@casement/proto/http/install/windows/certifications.js';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleMinus, CircleX, TriangleAlert, type LucideIcon } from 'lucide-react';
import { Badge, type Tone } from '@/components/ui/badge.js';
import { DetailRow, DetailRows } from '@/components/ui/detail-row.js';
import { Dialog } from '@/components/ui/dialog/dialog.js';
import { QueryError } from '@/components/ui/feedback/query-error.js';
import { formatSize } from '@/lib/format/format-size.js';
import { formatDateTime } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { failureText } from '@/lib/installs/failure-text.js';
import { certificationMessages } from '@/messages/admin/windows/certification.js';
import { certificationQuery } from './api.js';

const STYLES: Record<CertificationResult, [Tone, LucideIcon]> = {
  ok: ['success', CircleCheck],
  warning: ['warning', TriangleAlert],
  failed: ['danger', CircleX],
  skipped: ['neutral', CircleMinus],
};

/** Shows the checks of a certification report and its screenshots of the console. */
export default function CertificationDialog({
  versionId,
  name,
  onClose,
}: {
  versionId: string;
  name: string;
  onClose: () => void;
}) {
  const m = t(certificationMessages);
  const report = useQuery(certificationQuery(versionId));
  return (
    <Dialog onClose={onClose} title={m.title(name)} width={720} readable={m.report}>
      {report.data ? (
        <Report report={report.data} />
      ) : report.isError ? (
        <QueryError query={report} title={m.loadFailed} />
      ) : (
        <p role="status">{m.loading}</p>
      )}
    </Dialog>
  );
}

function Report({ report }: { report: CertificationReport }) {
  const m = t(certificationMessages);
  const { machine, checks, screenshots, verdict, finished_at } = report;
  const when = formatDateTime(finished_at);
  const size = [formatSize(machine.memory_size), formatSize(machine.disk_size)] as const;
  return (
    <div className="grid gap-4">
      <DetailRows>
        <DetailRow
          plain
          term={m.term}
          value={verdict === 'certified' ? m.certifiedOn(when) : m.failedOn(when)}
        />
        <DetailRow
          plain
          term={m.machine}
          value={m.machineOf(...size, m.accelerators[machine.accelerator])}
        />
        <DetailRow term={m.image} value={report.manifest_sha256} />
      </DetailRows>
      <ul className="divide-y divide-border rounded-md border">
        {checks.map((check) => (
          <Check key={check.code} check={check} />
        ))}
      </ul>
      {screenshots.map(({ phase, at, png }) => (
        <figure key={phase} className="grid gap-1">
          <img
            className="w-full rounded-md border"
            src={`data:image/png;base64,${png}`}
            alt={m.console(phase)}
          />
          <figcaption className="text-sm text-muted-foreground">
            {m.console(phase)}, {formatDateTime(at)}
          </figcaption>
        </figure>
      ))}
    </div>
  );
}

function Check({ check }: { check: CertificationCheck }) {
  const m = t(certificationMessages);
  const { message, cure } = failureText(check);
  const [tone, icon] = STYLES[check.result];
  return (
    <li className="flex items-start gap-3 p-3">
      <Badge tone={tone} icon={icon}>
        {m.results[check.result]}
      </Badge>
      <div className="flex-1 min-w-0">
        <p className="wrap-anywhere">{check.result === 'skipped' ? m.skipped : message}</p>
        {cure !== '' && <p className="text-sm text-muted-foreground">{cure}</p>}
        {check.result === 'failed' && (
          <p className="mono text-xs text-muted-foreground">{check.code}</p>
        )}
      </div>
    </li>
  );
}
