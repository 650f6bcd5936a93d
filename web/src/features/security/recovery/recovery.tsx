import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleX, LifeBuoy, LoaderCircle } from 'lucide-react';
import { SectionHead } from '@/components/ui/section-head.js';
import { StatPanes } from '@/components/ui/stat-panes.js';
import { formatFigure, NO_VALUE } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { useFilters } from '@/lib/navigation/use-filters.js';
import { useFailureToast } from '@/lib/toast/toast-failure.js';
import { adminMessages } from '@/messages/admin/admin.js';
import { securityMessages } from '@/messages/admin/security/security.js';
import { securityDashboardQuery } from '../overview/api.js';
import { recoveryQuery, type RecoveryFilter } from './api.js';
import { RecoveryForm } from './form/recovery-form.js';
import { formatElapsed } from './format-elapsed.js';
import { RecoveryHistory } from './recovery-history.js';
import { RecoverySystem } from './recovery-system.js';

const INITIAL_FILTER: RecoveryFilter = { status: 'all' };

/** Manual and automatic recovery of wrongly blocked addresses (SPEC §2). */
export default function Recovery() {
  const { recovery: m } = t(securityMessages);
  const filters = useFilters('recoveries', INITIAL_FILTER);
  const query = useQuery(recoveryQuery(filters.filter));
  useFailureToast(query, m.loadFailed);
  const figures = useQuery(securityDashboardQuery).data?.recovery;

  const figure = (value: number | undefined) =>
    value === undefined ? NO_VALUE : formatFigure(value);
  const ended = figures ? figures.successfulRecoveries + figures.failedRecoveries : 0;
  return (
    <>
      <SectionHead title={t(adminMessages).sections['security-recovery']} />
      <StatPanes
        panes={[
          { icon: LifeBuoy, term: m.total, value: figure(figures?.totalRecoveries) },
          { icon: CircleCheck, term: m.successful, value: figure(figures?.successfulRecoveries) },
          { icon: CircleX, term: m.failed, value: figure(figures?.failedRecoveries) },
          {
            // SPEC §2 requires the average here, although the label says otherwise.
            icon: LoaderCircle,
            term: m.inProgress,
            value: figures && ended > 0 ? formatElapsed(figures.averageRecoveryTime) : NO_VALUE,
            help: m.averageTime,
          },
        ]}
      />
      <div className="grid grid-cols-1 lg:grid-cols-2 gap-4 my-4 items-start">
        <RecoveryForm />
        <RecoverySystem status={query.data?.overview.status} />
      </div>
      <RecoveryHistory source={query} filters={filters} />
    </>
  );
}
