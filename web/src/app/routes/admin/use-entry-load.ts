import { useQuery, type QueryKey, type UseQueryOptions } from '@tanstack/react-query';
import { FIRST_PAGE } from '@/lib/use-filters.js';
import { twoFactorStatusQuery } from '@/features/admin-two-factor/api.js';
import { adminPaymentMethodsQuery, productsQuery } from '@/features/billing/admin/api.js';
import { adminInstallsQuery, adminWindowsVersionsQuery } from '@/features/install/admin/api.js';
import { adminUsersQuery } from '@/features/users/api.js';
import { t } from '@/lib/messages.js';
import { useFailureToast } from '@/lib/use-failure-toast.js';
import { adminMessages } from '@/messages/admin.js';
import { commonMessages } from '@/messages/common.js';

/**
 * SPEC §7: what the sections show first, all asked for at once when the admin area opens. Each section has its
 * own error state, so a failed call takes nothing but its own region.
 */
export function useEntryLoad(): void {
  useOne(adminWindowsVersionsQuery);
  useOne(productsQuery);
  useOne(adminUsersQuery(FIRST_PAGE));
  useOne(adminInstallsQuery(FIRST_PAGE));
  useOne(adminPaymentMethodsQuery);
  useOne(twoFactorStatusQuery);
}

function useOne<T, K extends QueryKey>(options: UseQueryOptions<T, Error, T, K>): void {
  const query = useQuery(options);
  useFailureToast(query, t(adminMessages).loadFailed, t(commonMessages).pleaseTryAgain);
}
