import { formatFigure, formatTenths } from '@/lib/format/format.js';
import { t } from '@/lib/i18n/messages.js';
import { useNow } from '@/lib/use-now.js';
import { desktopMessages } from '@/messages/install/desktop.js';
import type { Meter } from '../engine/meter.js';

const KIB = 2 ** 10;
const MIB = 2 ** 20;

/** How fast Windows responds and what has passed, each second again; not read aloud. */
export function DesktopTraffic({ meter }: { meter: Meter }) {
  const m = t(desktopMessages);
  useNow(1_000);
  const { response, toBrowser, toWindows } = meter;
  const size = (bytes: number) =>
    bytes < MIB ? m.kib(formatFigure(Math.round(bytes / KIB))) : m.mib(formatTenths(bytes / MIB));
  return (
    <>
      {response !== null && <span title={m.responseHelp}>{m.response(response)}</span>}
      <span>{m.traffic(size(toBrowser), size(toWindows))}</span>
    </>
  );
}
