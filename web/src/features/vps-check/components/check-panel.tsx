import type { VpsCheck, VpsFinding } from '@casement/proto/http/install/vps-checks.js';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleX, LoaderCircle, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { QueryError } from '@/components/ui/feedback/query-error.js';
import { Note } from '@/components/ui/note.js';
import { formatRate } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { failureText } from '@/lib/installs/failure-text.js';
import { vpsCheckMessages } from '@/messages/install/vps-check.js';
import { vpsCheckQuery } from '../api.js';
import { installTime } from '../install-time.js';

type PassedFindings = (check: VpsCheck) => ReactNode;

/**
 * Progress of "Check my VPS", then its result.
 * @param passed replaces the default sentence for a passed check
 */
export default function CheckPanel({ id, passed }: { id: string; passed?: PassedFindings }) {
  const m = t(vpsCheckMessages);
  const query = useQuery(vpsCheckQuery(id));
  if (query.isLoadingError) {
    return <QueryError query={query} title={m.loadFailed} />;
  }
  return (
    <section aria-label={m.title} aria-live="polite" className="grid gap-3">
      {query.data ? (
        <Result check={query.data} renderPassed={passed} />
      ) : (
        <Note tone="info" icon={LoaderCircle} spin>
          {m.queued}
        </Note>
      )}
    </section>
  );
}

function Result({ check, renderPassed }: { check: VpsCheck; renderPassed?: PassedFindings }) {
  const m = t(vpsCheckMessages);
  const { status, ip, stage } = check;
  const failure = check.failure && failureText(check.failure);
  const refused = check.findings.filter(({ result }) => result === 'refused');
  const passed = check.findings.filter(({ result }) => result === 'ok');
  switch (status) {
    case 'pending':
    case 'running':
      return (
        <Note tone="info" icon={LoaderCircle} spin>
          <b className="font-[600]">{m.checking(ip)}</b> {stage ? m.stages[stage] : m.queued}
        </Note>
      );
    case 'failed':
      return (
        <Note tone="danger" icon={CircleX}>
          <b className="font-[600]">{failure?.message ?? m.failed(ip)}</b> {failure?.cure}
        </Note>
      );
    case 'passed':
      return (
        <>
          {renderPassed?.(check) ?? (
            <Note tone="success" icon={CircleCheck}>
              <b className="font-[600]">{m.passed(ip)}</b> <Speed check={check} />
            </Note>
          )}
          <Remarks findings={passed} />
          <PassedFindings findings={passed} />
        </>
      );
    case 'refused':
      return (
        <>
          <Note tone="danger" icon={CircleX}>
            <b className="font-[600]">{m.refused(ip)}</b> {m.refusedHelp(refused.length)}
          </Note>
          <ul aria-label={m.problems} className="grid gap-2">
            {refused.map((finding) => (
              <Problem key={finding.name} finding={finding} />
            ))}
          </ul>
          <PassedFindings findings={passed} />
        </>
      );
  }
}

function Problem({ finding }: { finding: VpsFinding }) {
  const { message, cure } = failureText(finding);
  return (
    <li className="flex gap-2 text-sm">
      <CircleX className="ic ic-sm mt-[3px] text-danger" aria-hidden />
      <span className="min-w-0">
        <b className="font-[560]">{nameOf(finding)}:</b> {message} {cure}
      </span>
    </li>
  );
}

/** Findings that allow an install, but that the customer has to know before it. */
export const Remarks = ({ findings }: { findings: VpsFinding[] }) =>
  findings
    .filter(({ result, message }) => result === 'ok' && message !== null)
    .map((finding) => {
      const { message, cure } = failureText(finding);
      return (
        <Note key={finding.name} tone="warning" icon={TriangleAlert}>
          <b className="font-[600]">{message}</b> {cure}
        </Note>
      );
    });

/** Estimated install time, if a version is selected. */
function Speed({ check }: { check: VpsCheck }) {
  const m = t(vpsCheckMessages);
  const time = installTime(check);
  if (check.rate === null || time === null) return <>{m.noVersion}</>;
  return <>{m.speed(formatRate(check.rate), time)}</>;
}

function PassedFindings({ findings }: { findings: VpsFinding[] }) {
  const m = t(vpsCheckMessages);
  if (findings.length === 0) return null;
  return (
    <details className="text-sm">
      <summary className="link w-fit">{m.passedOf(findings.length)}</summary>
      <ul className="grid gap-1 mt-2">
        {findings.map((finding) => (
          <li key={finding.name} className="flex gap-2">
            <CircleCheck className="ic ic-sm mt-[3px] text-success" aria-hidden />
            <span className="min-w-0 wrap-anywhere">
              {nameOf(finding)} <span className="text-muted-foreground">{finding.found}</span>
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The page's own name for the check, or the server's name if the page does not know it. */
const nameOf = ({ name }: VpsFinding): string => {
  const names: Record<string, string> = t(vpsCheckMessages).names;
  return names[name] ?? name;
};
