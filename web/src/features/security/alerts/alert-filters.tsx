import { SearchField } from '@/components/ui/form/search-field.js';
import { Select } from '@/components/ui/form/select-field.js';
import { t } from '@/messages/i18n.js';
import type { Filters } from '@/lib/navigation/use-filters.js';
import { securityMessages } from '@/messages/admin/security/security.js';
import type { AlertFilter } from './api.js';

const NARROW = 'w-auto! max-sm:w-full!';

/** Type, address, time range, severity (SPEC §2). */
export function AlertFilters({ filters }: { filters: Filters<AlertFilter> }) {
  const { types, severities, alerts: m } = t(securityMessages);
  const { filter, typed, onTyped, onFilter } = filters;
  return (
    <>
      <SearchField label={m.searchIp} value={typed} onValueChange={onTyped} />
      <Select
        small
        className={NARROW}
        aria-label={m.type}
        options={[['all', m.allTypes], ...Object.entries(types)]}
        value={filter.type}
        onChange={({ target }) => onFilter({ type: target.value as AlertFilter['type'] })}
      />
      <Select
        small
        className={NARROW}
        aria-label={m.severity}
        options={[['all', m.allSeverities], ...Object.entries(severities)]}
        value={filter.severity}
        onChange={({ target }) => onFilter({ severity: target.value as AlertFilter['severity'] })}
      />
      <Select
        small
        className={NARROW}
        aria-label={m.timeRange}
        options={Object.entries(m.ranges)}
        value={filter.timeRange}
        onChange={({ target }) => onFilter({ timeRange: target.value as AlertFilter['timeRange'] })}
      />
    </>
  );
}
