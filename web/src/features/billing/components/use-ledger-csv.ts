import { useMutation } from '@tanstack/react-query';
import { download } from '@/lib/csv/download.js';
import { t } from '@/lib/i18n/messages.js';
import { toastFailure } from '@/lib/toast/toast-failure.js';
import { billingMessages } from '@/messages/billing.js';
import { fetchLedgerCsv } from '../api.js';

/** Downloads the whole ledger: the caller's own, or that of the user `of`. */
export function useLedgerCsv(of?: string) {
  const { ledger: m } = t(billingMessages);
  return useMutation({
    mutationFn: () => fetchLedgerCsv(of),
    onSuccess: (content) => download({ name: m.file, type: 'text/csv;charset=utf-8', content }),
    onError: (error) => toastFailure(m.downloadFailed, error),
  });
}
