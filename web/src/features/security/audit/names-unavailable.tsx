import type { AuditEntry } from '@casement/proto/http/security/audit.js';
import { UserRoundX } from 'lucide-react';
import { Button } from '@/components/ui/button.js';
import { Note } from '@/components/ui/note.js';
import type { TableSource } from '@/components/ui/table/data-table.js';
import { t } from '@/messages/i18n.js';
import { auditSentenceMessages } from '@/messages/admin/security/audit-sentences.js';
import { commonMessages } from '@/messages/common.js';

/** Says that the names on a page are missing because auth did not answer, not because users were deleted. */
export function NamesUnavailable({ query }: { query: TableSource<AuditEntry> }) {
  const m = t(auditSentenceMessages);
  if (!query.data?.items.some(({ namesKnown }) => namesKnown === false)) return null;
  return (
    <Note tone="warning" icon={UserRoundX} className="mb-4">
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="flex-1">
          <b className="font-[580]">{m.namesUnavailable}</b> {m.namesUnavailableHelp}
        </span>
        <Button size="sm" onClick={() => void query.refetch()}>
          {t(commonMessages).tryAgain}
        </Button>
      </span>
    </Note>
  );
}
