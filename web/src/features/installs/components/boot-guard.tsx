import type { InstallRecord } from '@casement/proto/http/install/install.js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { useEffect } from 'react';
import { Note } from '@/components/ui/note.js';
import { canInstallAgain, isSilent } from '@/lib/installs/phases.js';
import { useNow } from '@/lib/use-now.js';
import { t } from '@/messages/i18n.js';
import { bootGuardMessages } from '@/messages/install/boot-guard.js';
import { installKeys, ownInstallQuery } from '../api.js';
import { RecoveryFindings, RecoveryState, SecondChance } from './recovery-findings.js';

const POLL_MS = 15_000;

/** Asks for restarts of a VPS whose Windows is silent, and shows the findings of the recovery system. */
export default function BootGuard({ install }: { install: InstallRecord }) {
  const m = t(bootGuardMessages);
  const now = useNow(POLL_MS);
  const { id, status } = install;
  const waits = Boolean(install.guard?.silent_since);
  // An install in review is not polled elsewhere.
  const { data = install } = useQuery({
    ...ownInstallQuery(id),
    enabled: waits && status === 'manual_review',
    refetchInterval: POLL_MS,
  });
  const queries = useQueryClient();
  useEffect(() => {
    if (data.status !== status) void queries.invalidateQueries({ queryKey: installKeys.all });
  }, [data.status, status, queries]);

  const guard = waits ? data.guard : install.guard;
  if (guard?.recovery) {
    return (
      <section className="mt-5">
        <h3 className="text-sm font-[600] mb-2">{m.title}</h3>
        {status === 'failed' && <RecoveryState recovery={guard.recovery} />}
        <SecondChance recovery={guard.recovery} />
        <details className="text-sm" open={!canInstallAgain(install)}>
          <summary className="link w-fit mb-2">{m.showFindings}</summary>
          <RecoveryFindings recovery={guard.recovery} />
        </details>
      </section>
    );
  }
  if (!guard || !isSilent({ guard }, now)) return null;
  return (
    <Note tone="warning" icon={RotateCw} className="mt-4">
      <p className="font-[600]">{m.silentTitle}</p>
      <p>{m.silentHelp(guard.limit)}</p>
      <p>{m.waiting}</p>
    </Note>
  );
}
