import { useQuery } from '@tanstack/react-query';
import { Ban, Bot, Hourglass, LifeBuoy, LockOpen, TimerOff, UserRound } from 'lucide-react';
import type { ComponentType } from 'react';
import { Button } from '@/components/ui/button.js';
import { lazyDialog } from '@/components/ui/dialog/lazy-dialog.js';
import { SectionHead } from '@/components/ui/section-head.js';
import { StatPanes } from '@/components/ui/stat-panes.js';
import { formatFigure } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { useHistoryDialog } from '@/lib/navigation/history-state.js';
import { useFilters } from '@/lib/navigation/use-filters.js';
import { useFailureToast } from '@/lib/toast/toast-failure.js';
import { adminMessages } from '@/messages/admin/admin.js';
import { securityMessages } from '@/messages/admin/security/security.js';
import { RefreshButton } from '../refresh-button.js';
import { blockedIpsQuery, type BlockFilter } from './api.js';
import { BlockedTable } from './blocked-table.js';
import { useSelection } from './use-selection.js';

type Opened = 'block' | 'recover' | 'removeExpired';

const DIALOGS: Record<Opened, ComponentType<{ onClose: () => void }>> = {
  block: lazyDialog(() => import('./dialogs/block-dialog.js')),
  recover: lazyDialog(() => import('../recovery/form/recovery-dialog.js')),
  removeExpired: lazyDialog(() => import('./dialogs/remove-expired-dialog.js')),
};
const UnblockDialog = lazyDialog(() => import('./dialogs/unblock-dialog.js'));

const INITIAL_FILTER: BlockFilter = { blockType: 'all', status: 'all' };

/** Blocks with reason and expiry, and the actions to block and unblock (SPEC §2). */
export default function BlockedIps() {
  const title = t(adminMessages).sections['security-blocked-ips'];
  const { blocked: m, blockDialog } = t(securityMessages);
  const filters = useFilters('blocks', INITIAL_FILTER);
  const query = useQuery(blockedIpsQuery(filters.filter));
  useFailureToast(query, m.loadFailed);
  const selection = useSelection(query.data?.items ?? []);
  const dialog = useHistoryDialog<Opened>('tool');
  const unblocking = useHistoryDialog<string[]>('unblock');
  const { chosen, choosable } = selection;
  const toUnblock = choosable.filter(({ id }) => unblocking.of?.includes(id));

  const stats = query.data?.stats;
  const figure = (value: number | undefined) => (value === undefined ? '–' : formatFigure(value));
  const OpenDialog = dialog.of && DIALOGS[dialog.of];
  return (
    <>
      <SectionHead title={title}>
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-1">
          <RefreshButton label={m.refreshAll} />
          <Button size="sm" onClick={() => dialog.open('recover')}>
            <LifeBuoy className="ic ic-sm" />
            {m.triggerRecovery}
          </Button>
          <Button variant="danger" size="sm" onClick={() => dialog.open('block')}>
            <Ban className="ic ic-sm" />
            {blockDialog.open}
          </Button>
        </div>
      </SectionHead>
      <StatPanes
        className="mb-4"
        panes={[
          { icon: Ban, term: m.total, value: figure(stats?.total) },
          { icon: Bot, term: m.auto, value: figure(stats?.auto) },
          { icon: UserRound, term: m.manual, value: figure(stats?.manual) },
          { icon: Hourglass, term: m.temporary, value: figure(stats?.temporary) },
        ]}
      />
      <div className="flex flex-wrap justify-end gap-2 mb-3 max-sm:*:flex-1">
        <Button
          size="sm"
          busy={chosen.length === 0}
          onClick={() => unblocking.open(chosen.map(({ id }) => id))}
        >
          <LockOpen className="ic ic-sm" />
          {m.unblockSelected(chosen.length)}
        </Button>
        <Button size="sm" onClick={() => dialog.open('removeExpired')}>
          <TimerOff className="ic ic-sm" />
          {m.removeExpired}
        </Button>
      </div>
      <BlockedTable label={title} source={query} filters={filters} selection={selection} />
      {OpenDialog && <OpenDialog onClose={dialog.close} />}
      {toUnblock.length > 0 && <UnblockDialog blocks={toUnblock} onClose={unblocking.close} />}
    </>
  );
}
