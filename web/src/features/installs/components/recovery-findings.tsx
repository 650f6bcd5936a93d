import type { InstallRecovery } from '@casement/proto/http/install/recovery.js';
import { FactList, type Fact } from '@/components/ui/fact-list.js';
import { formatDateTime } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { bootGuardMessages } from '@/messages/install/boot-guard.js';

/** Whether the recovery system responds. Unknown with a service of the release before. */
export function RecoveryState({ recovery: { answering } }: { recovery: InstallRecovery }) {
  const m = t(bootGuardMessages);
  if (answering === undefined) return null;
  return <p className="text-sm mb-2">{answering ? m.answering : m.notAnswering}</p>;
}

/** Repairs that the recovery system made before the last starts of Windows. */
export function SecondChance({ recovery: { second_chance = [] } }: { recovery: InstallRecovery }) {
  const { repaired } = t(bootGuardMessages);
  return second_chance.map((repair) => (
    <p key={repair} className="text-sm mb-2">
      {repair === 'boot_entry' ? repaired.bootEntry : repaired.driver(repair)}
    </p>
  ));
}

export function RecoveryFindings({ recovery }: { recovery: InstallRecovery }) {
  const m = t(bootGuardMessages);
  const yesNo = (value: boolean | null) => value !== null && (value ? m.yes : m.no);
  const findings: Fact[] = [
    [m.answered, formatDateTime(recovery.since)],
    [m.last, recovery.reported_at !== recovery.since && formatDateTime(recovery.reported_at)],
    [m.starts, recovery.starts],
    [m.written, yesNo(recovery.written_since)],
    [m.bus, recovery.disk_bus],
    [m.processor, recovery.cpu_missing.join(', ')],
    [m.stopCode, recovery.stop_code],
    [m.setup, recovery.setup_state],
    [m.ioErrors, recovery.io_errors > 0 && recovery.io_errors],
    [m.bitlocker, recovery.bitlocker && m.yes],
  ];
  return (
    <>
      <FactList className="num" facts={findings} />
      <p className="text-sm text-muted-foreground mt-2">{m.logs}</p>
    </>
  );
}
