import type { AuditEntry } from '@casement/proto/http/security/audit.js';
import type { ReactNode } from 'react';
import { t } from '@/messages/i18n.js';
import { useNavigateTo, withDialog, type HistoryState } from '@/lib/navigation/history-state.js';
import { auditSentenceMessages } from '@/messages/admin/security/audit-sentences.js';
import { securityToolsMessages } from '@/messages/admin/security/security-tools.js';
import { installMessages } from '@/messages/install/install.js';

type Values = Record<string, unknown>;

const valuesOf = (state: unknown): Values =>
  typeof state === 'object' && state !== null ? (state as Values) : {};

/** Returns the message key of the entry's sentence. Some actions have a sentence per kind of change. */
function sentenceOf({ action, after }: AuditEntry): string {
  const { operation, amount, admin } = valuesOf(after);
  if (action === 'quota.adjusted' && typeof amount === 'number') {
    return operation === 'set' ? 'quota.set' : 'quota.added';
  }
  if (action === 'role.changed') return admin === 1 ? 'role.admin' : 'role.user';
  return action;
}

/** Sections by kind of target, for targets that have no page. */
const SECTIONS: Partial<Record<string, string>> = {
  announcement: 'announcements',
  bot: 'telegram',
  'payment-method': 'payments',
  product: 'products',
  recovery: 'security-recovery',
  rule: 'security-rules',
  voucher: 'vouchers',
  'windows-version': 'windows',
};

/** Returns the place that shows a target; undefined for kinds without a screen. */
function locationOf(target: string): HistoryState | undefined {
  const [kind = '', id = ''] = target.split(/:(.*)/s);
  switch (kind) {
    case 'user':
      return { section: 'users', user: id };
    case 'install':
      return withDialog({ section: 'installs' }, 'install', id);
    case 'topup':
      return withDialog({ section: 'topups' }, 'topup', id);
    case 'ip':
      return { section: 'security-blocked-ips', 'filter:blocks': { search: id } };
  }
  const section = SECTIONS[kind];
  return section === undefined ? undefined : { section };
}

/** An entry as a sentence: `admin added 5 quota to agus`, with links to whom it names. */
export function AuditSentence({ entry }: { entry: AuditEntry }) {
  const { sentences } = t(auditSentenceMessages);
  const { statuses } = t(installMessages);
  const template =
    (sentences as Partial<Record<string, string>>)[sentenceOf(entry)] ?? sentences.other;
  const { amount, status } = valuesOf(entry.after);
  const parts: Record<string, () => ReactNode> = {
    '{who}': () => <Actor entry={entry} />,
    '{whom}': () => <Target entry={entry} />,
    '{n}': () => String(amount),
    '{status}': () =>
      (statuses as Partial<Record<string, string>>)[String(status)] ?? String(status),
    '{action}': () => entry.action,
  };
  return (
    <span className="wrap-anywhere">
      {template.split(/(\{\w+\})/).map((part, i) => (
        <span key={i}>{parts[part]?.() ?? part}</span>
      ))}
    </span>
  );
}

function Actor({ entry: { actorId, actorName, actorRole, namesKnown } }: { entry: AuditEntry }) {
  const { audit: m } = t(securityToolsMessages);
  if (actorId === null) return actorRole ? m.roles[actorRole] : m.unknownRole;
  if (actorName === null) return namesKnown === false ? actorId : m.unknownName;
  return <Link to={locationOf(`user:${actorId}`)}>{actorName}</Link>;
}

function Target({ entry: { target, targetName, namesKnown } }: { entry: AuditEntry }) {
  const { targets } = t(auditSentenceMessages);
  const { unknownName } = t(securityToolsMessages).audit;
  const [kind = '', id = ''] = target.split(/:(.*)/s);
  if (kind === 'user' && targetName === null) return namesKnown === false ? id : unknownName;
  const name = targetName ?? (targets as Partial<Record<string, string>>)[kind] ?? (id || kind);
  return <Link to={locationOf(target)}>{name}</Link>;
}

function Link({ to, children }: { to: HistoryState | undefined; children: ReactNode }) {
  const goTo = useNavigateTo();
  if (!to) return children;
  return (
    <button type="button" className="link" onClick={() => goTo(to)}>
      {children}
    </button>
  );
}
