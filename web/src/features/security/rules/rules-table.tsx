import type { AlertType } from '@casement/proto/http/security/alerts.js';
import type { DetectionRule } from '@casement/proto/http/security/rules.js';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Radar } from 'lucide-react';
import { DataTable, type Column } from '@/components/ui/table/data-table.js';
import { useLocalPage } from '@/components/ui/table/use-local-page.js';
import { formatFigure } from '@/lib/format/format.js';
import { codedMessage, t } from '@/messages/i18n.js';
import { useFailureToast } from '@/lib/toast/toast-failure.js';
import { securityToolsMessages } from '@/messages/admin/security/security-tools.js';
import { securityMessages } from '@/messages/admin/security/security.js';
import { ALERT_TYPES, AlertTypeName } from '../alert-type.js';
import { SeverityBadge } from '../severity-badge.js';
import { rulesQuery } from './api.js';
import { RuleMode } from './rule-mode.js';

export function RulesTable() {
  const { rules: m } = t(securityToolsMessages);
  const query = useQuery(rulesQuery);
  useFailureToast(query, m.loadFailed);
  const types = query.data
    ? ALERT_TYPES.filter((type) => query.data.some(({ alertType }) => alertType === type))
    : [];
  return (
    <>
      <p className="text-sm text-muted-foreground px-1">{m.lead}</p>
      {types.length > 0 ? (
        types.map((type) => <Category key={type} type={type} query={query} />)
      ) : (
        <Category query={query} />
      )}
    </>
  );
}

/** Rules of one type. Without a type, shows an empty or loading list. */
function Category({ type, query }: { type?: AlertType; query: UseQueryResult<DetectionRule[]> }) {
  const { rules: m } = t(securityToolsMessages);
  const rules = query.data?.filter(({ alertType }) => alertType === type);
  const { source, onPage } = useLocalPage(`rules-${type}`, {
    data: rules,
    isError: query.isError,
    error: query.error,
    refetch: query.refetch,
  });
  const week = rules?.reduce((sum, { hits }) => sum + (hits?.week ?? 0), 0) ?? 0;

  const columns: Column<DetectionRule>[] = [
    {
      head: m.rule,
      className: 'w-full min-w-[220px] whitespace-normal! py-2!',
      cell: ({ name, description }) => (
        <>
          <span className="font-[560]">{name}</span>
          <span className="block text-xs text-muted-foreground">
            {codedMessage('detectionRules', name, description)}
          </span>
        </>
      ),
      list: 'title',
      listCell: ({ name }) => name,
    },
    {
      head: m.strikesAt,
      className: 'whitespace-normal! min-w-[150px] num',
      cell: strikesAt,
      list: 1,
      listCell: (rule) => (
        <>
          <span className="block text-foreground">
            {codedMessage('detectionRules', rule.name, rule.description)}
          </span>
          {strikesAt(rule)} · {decisionOf(rule)}
        </>
      ),
    },
    {
      head: m.hits,
      className: 'num whitespace-normal! min-w-[140px]',
      cell: describeHits,
      list: 2,
      listCell: (rule) => `${m.hits}: ${describeHits(rule)}`,
    },
    {
      head: m.severity,
      cell: ({ severity }) => <SeverityBadge severity={severity} />,
      list: 'aside',
    },
    { head: m.decision, className: 'num', cell: decisionOf },
  ];
  return (
    <DataTable
      label={type ? `${m.title}: ${t(securityMessages).types[type]}` : m.title}
      source={source}
      onPage={onPage}
      toolbar={
        type && (
          <>
            <h2 className="text-[0.9375rem] flex-1 pl-1">
              <AlertTypeName type={type} />
            </h2>
            <span className="text-sm text-muted-foreground num pr-1">
              {week > 0 ? m.hitsInWeek(formatFigure(week)) : m.noHits}
            </span>
          </>
        )
      }
      columns={columns}
      rowKey={({ name }) => name}
      actions={(rule) => <RuleMode rule={rule} />}
      empty={{ icon: Radar, title: m.empty, help: m.emptyHelp }}
      failed={m.loadFailed}
    />
  );
}

function strikesAt({ counts, threshold, windowSeconds }: DetectionRule): string {
  const { rules: m } = t(securityToolsMessages);
  return `${m.counts[counts](threshold)} ${m.within(Math.round(windowSeconds / 60))}`;
}

function describeHits({ hits }: DetectionRule): string {
  const { rules: m } = t(securityToolsMessages);
  if (!hits) return '–';
  if (hits.week === 0) return m.noHits;
  return m.recentHits(formatFigure(hits.day), formatFigure(hits.week));
}

function decisionOf({ decision, blockMinutes }: DetectionRule): string {
  const { rules: m } = t(securityToolsMessages);
  return decision === 'none' ? m.none : m[decision](blockMinutes);
}
