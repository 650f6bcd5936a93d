import { useQuery, type QueryKey, type UseQueryOptions } from '@tanstack/react-query';
import { twoFactorStatusQuery } from '@/features/two-factor/api.js';
import { adminPaymentMethodsQuery, productsQuery } from '@/features/billing/admin/api.js';
import { adminInstallsQuery } from '@/features/installs/admin/api.js';
import { adminUsersQuery } from '@/features/users/api.js';
import { adminWindowsVersionsQuery } from '@/features/windows-images/api.js';
import { t } from '@/messages/i18n.js';
import { FIRST_PAGE } from '@/lib/navigation/use-filters.js';
import { useFailureToast } from '@/lib/toast/toast-failure.js';
import { adminMessages } from '@/messages/admin/admin.js';

/**
 * SPEC §7: fetches Windows versions, products, users, installs, payment methods and two-factor status in parallel when
 * the admin area opens. Each query has its own error state, so a failed call affects only its region.
 */
export function useAdminPrefetch(): void {
  usePrefetched(adminWindowsVersionsQuery);
  usePrefetched(productsQuery);
  usePrefetched(adminUsersQuery(FIRST_PAGE));
  usePrefetched(adminInstallsQuery(FIRST_PAGE));
  usePrefetched(adminPaymentMethodsQuery);
  usePrefetched(twoFactorStatusQuery);
}

function usePrefetched<T, K extends QueryKey>(options: UseQueryOptions<T, Error, T, K>): void {
  const query = useQuery(options);
  useFailureToast(query, t(adminMessages).loadFailed);
}
