import type { BlockedIp } from '@casement/proto/http/security.js';
import { Info } from 'lucide-react';
import type { MouseEvent } from 'react';
import { Button } from '../../../components/ui/button.js';
import { attempt } from '../../../lib/attempt.js';
import { say } from '../../../lib/messages.js';
import { toast } from '../../../lib/toast.js';
import { securityTexts } from '../../../messages/security.js';
import { useUnblockIp } from '../api/change-blocks.js';

/** Unblock, where the block has not ended, and the info button of a row (SPEC §2). */
export function BlockedActions({
  block: { ip, status },
  onLeave,
}: {
  block: BlockedIp;
  /** The button that was pressed goes away when it has worked. */
  onLeave: (button: HTMLElement) => void;
}) {
  const { blocked: m } = say(securityTexts);
  const unblock = useUnblockIp();

  const lift = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    onLeave(currentTarget);
    const done = () => ({ title: m.unblocked, description: m.unblockedHelp(ip) });
    const sent = unblock.mutateAsync({ ip, reason: m.unblockReason });
    void attempt(sent, { done, failed: m.unblockFailed });
  };
  const comingSoon = () => toast({ title: m.infoSoon, description: m.infoSoonHelp, tone: 'info' });

  return (
    <>
      {status !== 'expired' && (
        <Button size="sm" aria-label={m.unblockOf(ip)} busy={unblock.isPending} onClick={lift}>
          {m.unblock}
        </Button>
      )}
      <Button
        variant="ghost"
        size="sm"
        icon
        aria-label={m.infoOf(ip)}
        title={m.infoOf(ip)}
        onClick={comingSoon}
      >
        <Info className="ic ic-sm" />
      </Button>
    </>
  );
}
