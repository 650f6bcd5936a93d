import type { DetectionRule } from '@casement/proto/http/security/rules.js';
import { useQuery } from '@tanstack/react-query';
import { Radar } from 'lucide-react';
import { DataTable, type Column } from '@/components/ui/data-table.js';
import { useLocalPage } from '@/components/ui/use-local-page.js';
import { phraseMessage, t } from '@/lib/messages.js';
import { useFailureToast } from '@/lib/use-failure-toast.js';
import { commonMessages } from '@/messages/common.js';
import { securityToolsMessages } from '@/messages/security-tools.js';
import { securityMessages } from '@/messages/security.js';
import { rulesQuery } from './api.js';
import { RuleMode } from './rule-mode.js';
import { SeverityBadge } from '../severity-badge.js';

/** The rules: signal, threshold, action and mode (on, tried out or off). */
export function RulesTable() {
  const { rules: m } = t(securityToolsMessages);
  const { pleaseTryAgain } = t(commonMessages);
  const query = useQuery(rulesQuery);
  useFailureToast(query, m.loadFailed, pleaseTryAgain);
  const { source, onPage } = useLocalPage('rules', query);

  const columns: Column<DetectionRule>[] = [
    {
      head: m.rule,
      className: 'w-full min-w-[220px] whitespace-normal! py-2!',
      cell: ({ name, description }) => (
        <>
          <span className="font-[560]">{name}</span>
          <span className="block text-xs text-muted-foreground">{phraseMessage(description)}</span>
        </>
      ),
    },
    { head: m.strikesAt, className: 'whitespace-normal! min-w-[150px] num', cell: strikesAt },
    { head: m.severity, cell: ({ severity }) => <SeverityBadge severity={severity} /> },
    { head: m.decision, className: 'num', cell: decisionOf },
  ];
  return (
    <DataTable
      label={m.title}
      source={source}
      onPage={onPage}
      toolbar={<p className="text-sm text-muted-foreground px-1">{m.lead}</p>}
      columns={columns}
      rowKey={({ name }) => name}
      item={(rule) => ({
        title: rule.name,
        aside: <SeverityBadge severity={rule.severity} />,
        text: (
          <>
            <span className="text-foreground">{phraseMessage(rule.description)}</span>
            <br />
            {t(securityMessages).types[rule.alertType]} · {strikesAt(rule)} · {decisionOf(rule)}
          </>
        ),
      })}
      actions={(rule) => <RuleMode rule={rule} />}
      empty={{ icon: Radar, title: m.empty, help: m.emptyHelp }}
      failed={{ title: m.loadFailed, help: pleaseTryAgain }}
    />
  );
}

function strikesAt({ counts, threshold, windowSeconds }: DetectionRule): string {
  const { rules: m } = t(securityToolsMessages);
  return `${m.counts[counts](threshold)} ${m.within(Math.round(windowSeconds / 60))}`;
}

function decisionOf({ decision, blockMinutes }: DetectionRule): string {
  const { rules: m } = t(securityToolsMessages);
  return decision === 'none' ? m.none : m[decision](blockMinutes);
}
