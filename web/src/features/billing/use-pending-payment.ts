import type { TopupHistoryItem } from '@casement/proto/http/billing/topups.js';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { EXPIRY_CHECK_MS } from '@/config/limits.js';
import { useNow } from '@/lib/use-now.js';
import { unpaidTopupsQuery } from './api.js';
import { isPayable } from './topup-status.js';

/**
 * Watches the newest top-up that can still be paid.
 *
 * @param onEnded called when it was paid or has expired, or is replaced by a newer one
 */
export function usePendingPayment(onEnded: () => void): {
  topup: TopupHistoryItem | undefined;
  /** The first request is in flight. A banner that appears later would shift the page. */
  loading: boolean;
} {
  const now = useNow(EXPIRY_CHECK_MS);
  const { data, isLoading, failureCount } = useQuery(unpaidTopupsQuery);
  const topup = data?.items.find((one) => isPayable(one, now));
  const shown = useRef<string>(undefined);
  useEffect(() => {
    if (shown.current !== undefined && shown.current !== topup?.id) onEnded();
    shown.current = topup?.id;
  }, [topup?.id, onEnded]);
  return { topup, loading: isLoading && failureCount === 0 };
}
