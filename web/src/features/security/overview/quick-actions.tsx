import { ArrowRight, Ban, LifeBuoy, ShieldAlert, type LucideIcon } from 'lucide-react';
import { Button } from '@/components/ui/button.js';
import { Panel } from '@/components/ui/panel.js';
import { t } from '@/messages/i18n.js';
import { securityMessages } from '@/messages/admin/security/security.js';

export interface QuickActionsProps {
  onAlerts: () => void;
  onBlocked: () => void;
  onRecovery: () => void;
}

/** Links to the other security sections (SPEC §2). */
export function QuickActions({ onAlerts, onBlocked, onRecovery }: QuickActionsProps) {
  const { dashboard: m } = t(securityMessages);
  const actions: [string, LucideIcon, () => void][] = [
    [m.viewAlerts, ShieldAlert, onAlerts],
    [m.manageBlocked, Ban, onBlocked],
    [m.openRecovery, LifeBuoy, onRecovery],
  ];
  return (
    <Panel title={m.quickActions}>
      <div className="p-4 grid gap-2">
        {actions.map(([name, Icon, go]) => (
          <Button key={name} className="justify-start!" onClick={go}>
            <Icon className="ic text-muted-foreground" />
            <span className="flex-1 text-left">{name}</span>
            <ArrowRight className="ic ic-sm text-muted-foreground" />
          </Button>
        ))}
      </div>
    </Panel>
  );
}
