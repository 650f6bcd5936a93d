import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { QUOTE_DEBOUNCE_MS } from '@/config/limits.js';
import { messageOf } from '@/lib/api/api-error.js';
import { t } from '@/messages/i18n.js';
import { toast } from '@/lib/toast/toast.js';
import { useDebounced } from '@/lib/use-debounced.js';
import { billingMessages } from '@/messages/billing.js';
import { quoteQuery } from './api.js';
import { toQuantity } from './quantity.js';

/**
 * Returns the price of the typed quantity, requested 500 ms after the last change (SPEC §5).
 *
 * @param voucher code, or '' for none
 */
export function useQuote(typed: string, voucher: string) {
  const m = t(billingMessages);
  const quantity = toQuantity(typed);
  const debouncedQuantity = useDebounced(quantity, QUOTE_DEBOUNCE_MS);
  const query = useQuery({
    ...quoteQuery(debouncedQuantity ?? 0, voucher),
    enabled: debouncedQuantity !== null,
  });
  const { isError, error, isFetching } = query;
  const failed = isError && !isFetching && debouncedQuantity === quantity;
  const sentence = isError ? messageOf(error, m.calculationFailed) : null;

  useEffect(() => {
    if (sentence === null) return;
    toast({ title: m.calculationError, description: sentence, tone: 'destructive' });
  }, [error, sentence, m]);

  const current = query.data?.quantity === quantity && !query.isPlaceholderData;
  return {
    /** Last known price. It belongs to the typed quantity only if not `pending`. */
    quote: quantity === null ? undefined : query.data,
    /** Reason why the typed quantity has no price. */
    failure: failed ? sentence : null,
    retry: () => {
      if (quantity !== null) void query.refetch();
    },
    pending: quantity !== null && !current && !failed,
  };
}
