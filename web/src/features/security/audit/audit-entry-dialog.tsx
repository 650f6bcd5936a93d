import type { AuditEntry } from '@casement/proto/http/security/audit.js';
import { Button } from '@/components/ui/button.js';
import { Dialog } from '@/components/ui/dialog/dialog.js';
import { formatDateTime } from '@/lib/format/format.js';
import { FactList, type Fact } from '@/components/ui/fact-list.js';
import { t } from '@/messages/i18n.js';
import { useSession } from '@/lib/session/session.js';
import { securityToolsMessages } from '@/messages/admin/security/security-tools.js';
import { commonMessages } from '@/messages/common.js';
import { actorOf, targetOf } from './audit-facts.js';

/** An action with the values before and after it. */
export default function AuditEntryDialog({
  entry,
  onClose,
}: {
  entry: AuditEntry;
  onClose: () => void;
}) {
  const { audit: m } = t(securityToolsMessages);
  const me = useSession().user?.id;
  const facts: Fact[] = [
    [m.action, entry.action],
    [m.target, <span className="mono">{targetOf(entry)}</span>],
    [m.actor, actorOf(entry, me)],
    [m.userId, entry.actorId !== null && <span className="mono">{entry.actorId}</span>],
    [m.apiKeyId, entry.apiKeyId !== null && <span className="mono">{entry.apiKeyId}</span>],
    [m.from, <span className="mono">{entry.ip || '–'}</span>],
    [m.service, entry.service],
    [m.time, <span className="num">{formatDateTime(entry.createdAt)}</span>],
  ];
  return (
    <Dialog
      onClose={onClose}
      title={m.detailsTitle}
      width={560}
      readable={m.detailsTitle}
      footer={<Button onClick={onClose}>{t(commonMessages).close}</Button>}
    >
      <div className="grid gap-5">
        <FactList className="items-center" facts={facts} />
        <Picture title={m.before} of={entry.before} />
        <Picture title={m.after} of={entry.after} />
      </div>
    </Dialog>
  );
}

function Picture({ title, of }: { title: string; of: unknown }) {
  const { audit: m } = t(securityToolsMessages);
  return (
    <section>
      <h3 className="text-sm mb-1.5">{title}</h3>
      {of === null || of === undefined ? (
        <p className="text-sm text-muted-foreground">{m.nothing}</p>
      ) : (
        <pre className="mono text-xs rounded-md border bg-muted p-3 whitespace-pre-wrap wrap-anywhere">
          {typeof of === 'string' ? of : JSON.stringify(of, null, 2)}
        </pre>
      )}
    </section>
  );
}
