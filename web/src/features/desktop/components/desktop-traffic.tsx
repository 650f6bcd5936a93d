import { formatTenths } from '@/lib/format.js';
import { t } from '@/lib/messages.js';
import { useNow } from '@/lib/use-now.js';
import { desktopMessages } from '@/messages/desktop.js';
import type { Meter } from '../engine/meter.js';

const MIB = 2 ** 20;
const size = (bytes: number): string => `${formatTenths(bytes / MIB)} MiB`;

/** How fast Windows responds and what has passed, each second again; not read aloud. */
export function DesktopTraffic({ meter }: { meter: Meter }) {
  const m = t(desktopMessages);
  useNow(1_000);
  const { response, toBrowser, toWindows } = meter;
  return (
    <>
      {response !== null && <span title={m.responseHelp}>{m.response(response)}</span>}
      <span>{m.traffic(size(toBrowser), size(toWindows))}</span>
    </>
  );
}
