import type { BlockedIp } from '@casement/proto/http/security/blocks.js';
import { Info } from 'lucide-react';
import { Button } from '@/components/ui/button.js';
import { t } from '@/messages/i18n.js';
import { withToast } from '@/lib/toast/toast-failure.js';
import { securityMessages } from '@/messages/admin/security/security.js';
import { useUnblockIp } from './api.js';

/** Unblock (unless the block has ended) and info button of a row (SPEC §2). */
export function BlockedActions({
  block: { ip, status },
  onDetails,
}: {
  block: BlockedIp;
  onDetails: () => void;
}) {
  const { blocked: m } = t(securityMessages);
  const unblock = useUnblockIp();

  const openUnblock = () => {
    const done = () => ({ title: m.unblocked, description: m.unblockedHelp(ip) });
    const sent = unblock.mutateAsync({ ip, reason: m.unblockReason });
    void withToast(sent, { done, failed: m.unblockFailed });
  };

  return (
    <>
      {status !== 'expired' && (
        <Button
          size="sm"
          aria-label={m.unblockOf(ip)}
          busy={unblock.isPending}
          onClick={openUnblock}
        >
          {m.unblock}
        </Button>
      )}
      <Button
        variant="ghost"
        size="sm"
        icon
        aria-label={m.infoOf(ip)}
        title={m.infoOf(ip)}
        onClick={onDetails}
      >
        <Info className="ic ic-sm" />
      </Button>
    </>
  );
}
