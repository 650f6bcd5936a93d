import type { InstallHour } from '@casement/proto/http/install/monitoring.js';
import { useState } from 'react';
import { Button } from '@/components/ui/button.js';
import { formatFigure, formatHour } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { adminInstallMessages } from '@/messages/admin/installs/admin-installs.js';
import { failurePointsOf } from './hours.js';

/** Table of the chart's figures, latest hour first. */
export function HourTable({ hours }: { hours: InstallHour[] }) {
  const { hours: m } = t(adminInstallMessages).monitoring;
  const [shown, setShown] = useState(false);
  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        className="justify-self-start -ml-2"
        aria-expanded={shown}
        onClick={() => setShown(!shown)}
      >
        {shown ? m.hideTable : m.asTable}
      </Button>
      {shown && (
        <div
          className="overflow-x-auto scroll-area text-sm"
          tabIndex={0}
          role="group"
          aria-label={m.title}
        >
          <Figures hours={hours} />
        </div>
      )}
    </>
  );
}

function Figures({ hours }: { hours: InstallHour[] }) {
  const { hours: m, completed, failed } = t(adminInstallMessages).monitoring;
  return (
    <table className="w-full num">
      <thead>
        <tr className="text-left text-muted-foreground">
          <th className="font-[560] pr-4">{m.hour}</th>
          {[m.started, completed, failed].map((head) => (
            <th key={head} className="font-[560] pr-4 text-right">
              {head}
            </th>
          ))}
          <th className="font-[560]">{m.stopped}</th>
        </tr>
      </thead>
      <tbody>
        {hours.toReversed().map((hour) => (
          <tr key={hour.at} className="border-t">
            <td className="pr-4 py-0.5">{formatHour(hour.at)}</td>
            <td className="pr-4 text-right">{formatFigure(hour.started)}</td>
            <td className="pr-4 text-right">{formatFigure(hour.completed)}</td>
            <td className="pr-4 text-right">{formatFigure(hour.failed)}</td>
            <td>{failurePointsOf(hour) || '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
