import type { UseQueryResult } from '@tanstack/react-query';
import { Button } from '@/components/ui/button.js';
import { QueryError } from '@/components/ui/feedback/query-error.js';
import { ApiError } from '@/lib/api/api-error.js';
import { t } from '@/messages/i18n.js';
import { commonMessages } from '@/messages/common.js';
import { Dialog } from './dialog.js';

/**
 * Replaces a dialog whose subject could not be loaded: it does not exist, belongs to another user, or the server
 * failed.
 */
export default function MissingDialog({
  query,
  title,
  help,
  onClose,
}: {
  query: Pick<UseQueryResult, 'error' | 'refetch'>;
  /** Title and text for a missing subject, also used if it belongs to another account. */
  title: string;
  help: string;
  onClose: () => void;
}) {
  const m = t(commonMessages);
  const { error } = query;
  const unknown = error instanceof ApiError && [400, 404].includes(error.status);
  return (
    <Dialog
      title={unknown ? title : m.somethingWrong}
      width={440}
      onClose={onClose}
      footer={<Button onClick={onClose}>{m.close}</Button>}
    >
      {unknown ? (
        <p className="text-muted-foreground">{help}</p>
      ) : (
        <QueryError query={query} bare title={m.somethingWrong} />
      )}
    </Dialog>
  );
}
