import { Button } from '@/components/ui/button.js';
import { SearchField } from '@/components/ui/form/search-field.js';
import { Select } from '@/components/ui/form/select-field.js';
import { t } from '@/messages/i18n.js';
import type { Filters } from '@/lib/navigation/use-filters.js';
import { securityMessages } from '@/messages/admin/security/security.js';
import type { BlockFilter } from './api.js';

const NARROW = 'w-auto! max-sm:w-full!';

/** Address, block type, status, Reset Filters (SPEC §2). */
export function BlockedFilters({ filters }: { filters: Filters<BlockFilter> }) {
  const { blocked: m } = t(securityMessages);
  const { filter, typed, onTyped, onFilter, onReset } = filters;
  return (
    <>
      <SearchField label={m.searchIp} value={typed} onValueChange={onTyped} />
      <Select
        small
        className={NARROW}
        aria-label={m.type}
        options={[['all', m.allTypes], ...Object.entries(m.blockTypes)]}
        value={filter.blockType}
        onChange={({ target }) => onFilter({ blockType: target.value as BlockFilter['blockType'] })}
      />
      <Select
        small
        className={NARROW}
        aria-label={m.status}
        options={[['all', m.allStatuses], ...Object.entries(m.statuses)]}
        value={filter.status}
        onChange={({ target }) => onFilter({ status: target.value as BlockFilter['status'] })}
      />
      <Button variant="ghost" size="sm" onClick={onReset}>
        {m.resetFilters}
      </Button>
    </>
  );
}
