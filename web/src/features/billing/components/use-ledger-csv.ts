import { useMutation } from '@tanstack/react-query';
import { messageOf } from '@/lib/api-error.js';
import { download } from '@/lib/download.js';
import { t } from '@/lib/messages.js';
import { toast } from '@/lib/toast.js';
import { billingMessages } from '@/messages/billing.js';
import { commonMessages } from '@/messages/common.js';
import { fetchLedgerCsv } from '../api.js';

/** Downloads the whole ledger: the caller's own, or that of the user `of`. */
export function useLedgerCsv(of?: string) {
  const { ledger: m } = t(billingMessages);
  return useMutation({
    mutationFn: () => fetchLedgerCsv(of),
    onSuccess: (content) => download({ name: m.file, type: 'text/csv;charset=utf-8', content }),
    onError: (error) =>
      toast({
        title: m.downloadFailed,
        description: messageOf(error, t(commonMessages).pleaseTryAgain),
        tone: 'destructive',
      }),
  });
}
