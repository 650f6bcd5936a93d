import type { VpsCheck, VpsFinding } from '@casement/proto/http/install/vps-checks.js';
import { useQuery } from '@tanstack/react-query';
import { Circle, CircleCheck, CircleX, LoaderCircle, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { HelpLink } from '@/components/installs/help-link.js';
import { Button } from '@/components/ui/button.js';
import { DetailRows } from '@/components/ui/detail-row.js';
import { cn } from '@/components/ui/class-names.js';
import { QueryError } from '@/components/ui/feedback/query-error.js';
import { Note } from '@/components/ui/note.js';
import { useHistoryDialog } from '@/lib/navigation/history-state.js';
import { t } from '@/messages/i18n.js';
import { checkName } from '@/lib/installs/check-name.js';
import { failureText } from '@/lib/installs/failure-text.js';
import { installMessages } from '@/messages/install/install.js';
import { vpsCheckMessages } from '@/messages/install/vps-check.js';
import { vpsCheckQuery } from '../api.js';
import { EditNetworkButton, NetworkRow } from './network-row.js';
import { PassedNote } from './verdicts.js';

/** Failures whose remedy is the command that creates a root password. */
const ROOT_PASSWORD_FAILURES = new Set(['SSH_AUTH_FAILED', 'SSH_PASSWORD_DISABLED']);

interface PanelOptions {
  /** Replaces the default sentence for a passed check. */
  passed?: (check: VpsCheck) => ReactNode;
  /** Opens the form's network settings. */
  onEdit?: () => void;
  /** There is room for a row per stage and check. */
  column?: boolean;
}

/** Progress of "Check my VPS", then its result. */
export default function CheckPanel({ id, ...options }: PanelOptions & { id: string }) {
  const m = t(vpsCheckMessages);
  const query = useQuery(vpsCheckQuery(id));
  if (query.isLoadingError) {
    return <QueryError query={query} title={m.loadFailed} />;
  }
  return (
    <section aria-label={m.title} aria-live="polite" className="grid gap-3">
      {query.data ? (
        <Result check={query.data} {...options} />
      ) : (
        <Note tone="info" icon={LoaderCircle} spin>
          {m.queued}
        </Note>
      )}
    </section>
  );
}

function Result({ check, passed, onEdit, column }: PanelOptions & { check: VpsCheck }) {
  const m = t(vpsCheckMessages);
  const { status, ip, stage } = check;
  const failure = check.failure && failureText(check.failure);
  const refused = check.findings.filter(({ result }) => result === 'refused');
  const ok = check.findings.filter(({ result }) => result === 'ok');
  switch (status) {
    case 'pending':
    case 'running':
      if (column) return <Running check={check} />;
      return (
        <Note tone="info" icon={LoaderCircle} spin>
          <b className="font-[600]">{m.checking(ip)}</b> {stage ? m.stages[stage] : m.queued}
        </Note>
      );
    case 'failed':
      return (
        <Note tone="danger" icon={CircleX}>
          <b className="font-[600]">{failure?.message ?? m.failed(ip)}</b> {failure?.cure}{' '}
          {failure && <HelpLink code={check.failure!.code} about={failure.message} />}
          {check.failure && ROOT_PASSWORD_FAILURES.has(check.failure.code) && (
            <RootPasswordButton />
          )}
        </Note>
      );
    case 'passed':
      return (
        <>
          {passed?.(check) ?? <PassedNote check={check} />}
          <Remarks findings={ok} />
          {check.windows_network && (
            <DetailRows>
              <NetworkRow network={check.windows_network} onEdit={onEdit} />
            </DetailRows>
          )}
          <PassedFindings findings={ok} open={column} />
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
              <Problem key={finding.name} finding={finding} onEdit={onEdit} />
            ))}
          </ul>
          <PassedFindings findings={ok} open={column} />
        </>
      );
  }
}

const STAGES = ['connecting', 'examining', 'measuring'] as const;

/** A row for each stage, then the findings so far. */
function Running({ check: { ip, stage, findings } }: { check: VpsCheck }) {
  const m = t(vpsCheckMessages);
  const now = stage ? STAGES.indexOf(stage) : -1;
  return (
    <>
      <p className="font-[600]">{m.checking(ip)}</p>
      <ol className="grid gap-2 text-sm">
        {STAGES.map((name, i) => {
          const Icon = i < now ? CircleCheck : i === now ? LoaderCircle : Circle;
          return (
            <li key={name} className={cn('flex gap-2', i > now && 'text-muted-foreground')}>
              <Icon
                className={cn('ic ic-sm mt-[3px]', i < now && 'text-success', i === now && 'spin')}
                aria-hidden
              />
              {m.stages[name]}
            </li>
          );
        })}
      </ol>
      {now < 0 && <p className="text-sm text-muted-foreground">{m.queued}</p>}
      <PassedFindings findings={findings.filter(({ result }) => result === 'ok')} open />
    </>
  );
}

/** Opens the dialog of the form's root password field. */
function RootPasswordButton() {
  const { rootPassword: m } = t(installMessages);
  const { open } = useHistoryDialog('root-password');
  return (
    <Button size="sm" className="mt-2" aria-haspopup="dialog" onClick={() => open(true)}>
      {m.title}
    </Button>
  );
}

/** Checks whose problem other network settings may solve. */
const NETWORK_CHECKS = new Set(['network', 'address']);

function Problem({ finding, onEdit }: { finding: VpsFinding; onEdit?: () => void }) {
  const { message, cure } = failureText(finding);
  return (
    <li className="flex gap-2 text-sm">
      <CircleX className="ic ic-sm mt-[3px] text-danger" aria-hidden />
      <span className="min-w-0">
        <b className="font-[560]">{checkName(finding.name)}:</b> {message} {cure}{' '}
        {finding.code && <HelpLink code={finding.code} about={message} />}
        {onEdit && NETWORK_CHECKS.has(finding.name) && <EditNetworkButton onClick={onEdit} />}
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
          <b className="font-[600]">{message}</b> {cure}{' '}
          {finding.code && <HelpLink code={finding.code} about={message} />}
        </Note>
      );
    });

function PassedFindings({ findings, open }: { findings: VpsFinding[]; open?: boolean }) {
  const m = t(vpsCheckMessages);
  if (findings.length === 0) return null;
  return (
    <details className="text-sm" open={open}>
      <summary className="link w-fit">{m.passedOf(findings.length)}</summary>
      <ul className="grid gap-1 mt-2">
        {findings.map((finding) => (
          <li key={finding.name} className="flex gap-2">
            <CircleCheck className="ic ic-sm mt-[3px] text-success" aria-hidden />
            <span className="min-w-0 wrap-anywhere">
              {checkName(finding.name)}{' '}
              <span className="text-muted-foreground">{finding.found}</span>
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
