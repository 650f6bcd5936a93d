import type { AdminInstallDetails } from '@casement/proto/http/install/admin-installs.js';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleX } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { InstallStatusBadge } from '@/components/installs/install-status-badge.js';
import { Button } from '@/components/ui/button.js';
import { Dialog } from '@/components/ui/dialog/dialog.js';
import { lazyDialog } from '@/components/ui/dialog/lazy-dialog.js';
import { FactList, type Fact } from '@/components/ui/fact-list.js';
import { QueryFallback } from '@/components/ui/feedback/query-fallback.js';
import { Note } from '@/components/ui/note.js';
import { Timeline, type TimelineEvent } from '@/components/ui/timeline.js';
import { formatDateTime, formatOneDecimal } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { checkName } from '@/lib/installs/check-name.js';
import { failureText } from '@/lib/installs/failure-text.js';
import { addressOf } from '@/lib/installs/place.js';
import { adminInstallMessages } from '@/messages/admin/installs/admin-installs.js';
import { adminMessages } from '@/messages/admin/admin.js';
import { bootGuardMessages } from '@/messages/install/boot-guard.js';
import { installMessages } from '@/messages/install/install.js';
import { InstallLog } from '../components/install-log.js';
import { RecoveryFindings, SecondChance } from '../components/recovery-findings.js';
import { AdminRecovery } from './admin-recovery.js';
import { installDetailsQuery } from './api.js';

const InstallStatusDialog = lazyDialog(() => import('./install-status-dialog.js'));

/** Everything about one install; editing its status is one action in it. */
export default function InstallDrawer({
  id,
  onClose,
  onUser,
}: {
  id: string;
  onClose: () => void;
  onUser?: (id: string) => void;
}) {
  const m = t(adminInstallMessages);
  const query = useQuery(installDetailsQuery(id));
  const [editing, setEditing] = useState(false);
  const install = query.data?.install;
  return (
    <Dialog
      drawer
      width={600}
      title={install ? <span className="mono">{addressOf(install)}</span> : m.details.title}
      description={install && (install.win_name ?? install.win_ver)}
      onClose={onClose}
      footer={install && <Button onClick={() => setEditing(true)}>{m.edit}</Button>}
    >
      {query.data ? (
        <Details details={query.data} onUser={onUser} />
      ) : (
        <QueryFallback query={query} bare title={t(adminMessages).loadFailed} rows={8} />
      )}
      {editing && install && (
        <InstallStatusDialog install={install} onClose={() => setEditing(false)} />
      )}
    </Dialog>
  );
}

function Details({
  details,
  onUser,
}: {
  details: AdminInstallDetails;
  onUser: ((id: string) => void) | undefined;
}) {
  const texts = t(adminInstallMessages);
  const m = texts.details;
  const { detail } = t(installMessages);
  const { install, checks } = details;
  const { user_id, username } = install;
  const facts: Fact[] = [
    [texts.status, <InstallStatusBadge status={install.status} />],
    [
      texts.user,
      username && onUser ? (
        <button type="button" className="link" onClick={() => onUser(user_id)}>
          {username}
        </button>
      ) : (
        (username ?? texts.unknownUser)
      ),
    ],
    [detail.quota, detail.quotaStates[install.quota]],
    [texts.started, formatDateTime(install.created_at)],
    [m.ended, details.finished_at && formatDateTime(details.finished_at)],
    [texts.installId, <span className="mono text-xs break-all">{install.id}</span>],
  ];
  const machine: Fact[] = [
    [m.system, details.os_name],
    ['SSH', `${details.ssh_user ?? 'root'}@${install.ip}:${details.ssh_port ?? 22}`],
    ...checks.map(({ name, result, found, message }): Fact => [
      checkName(name),
      <>
        {found}
        {message && (
          <span
            className={result === 'refused' ? 'block text-danger' : 'block text-muted-foreground'}
          >
            {message}
          </span>
        )}
      </>,
    ]),
  ];
  return (
    <>
      {install.failure && <Failure details={details} />}
      <FactList className="num" facts={facts} />
      {install.guard?.recovery && (
        <Part title={t(bootGuardMessages).title}>
          <AdminRecovery install={install} actions={details.recovery} />
          <SecondChance recovery={install.guard.recovery} />
          <RecoveryFindings recovery={install.guard.recovery} />
        </Part>
      )}
      <Part title={m.machine}>
        <FactList className="num" facts={machine} />
      </Part>
      <Part title={m.timeline}>
        <Timeline label={m.timeline} events={eventsOf(details)} />
      </Part>
      <Part title={m.log}>
        <InstallLog id={install.id} admin />
      </Part>
    </>
  );
}

function Failure({ details: { install, failure_detail } }: { details: AdminInstallDetails }) {
  const m = t(adminInstallMessages).details;
  const { failure, restored } = install;
  if (!failure) return null;
  const { message, cure } = failureText(failure);
  return (
    <Note tone="danger" icon={CircleX} className="mb-4">
      <p className="mono text-sm">{failure.code}</p>
      <p className="font-[560]">{message}</p>
      <p>{cure}</p>
      {failure_detail && <p className="mono text-xs mt-2 wrap-anywhere">{failure_detail}</p>}
      {restored && (
        <p className="flex items-center gap-1.5 mt-2 text-sm">
          {restored.linux && restored.clean && <CircleCheck className="ic ic-sm" aria-hidden />}
          {!restored.linux
            ? m.linuxGone
            : restored.clean
              ? m.linuxClean
              : m.linuxLeft(restored.left)}
        </p>
      )}
    </Note>
  );
}

function eventsOf({ install, steps, finished_at }: AdminInstallDetails): TimelineEvent[] {
  const m = t(adminInstallMessages).details;
  const { statuses } = t(installMessages);
  return [
    { at: install.created_at, title: m.requested },
    ...steps.map(({ name, worker, started_at, finished_at: end, outcome }) => ({
      at: started_at,
      title: m.step(name),
      detail: [
        end && m.took(formatOneDecimal((Date.parse(end) - Date.parse(started_at)) / 1000)),
        outcome ?? m.notEnded,
        worker,
      ]
        .filter(Boolean)
        .join(' · '),
    })),
    ...(finished_at === null ? [] : [{ at: finished_at, title: statuses[install.status] }]),
  ];
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-5">
      <h3 className="text-sm font-[600] mb-2">{title}</h3>
      {children}
    </section>
  );
}
