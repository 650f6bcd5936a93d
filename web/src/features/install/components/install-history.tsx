import type { InstallRecord } from '@casement/proto/http/install.js';
import { MonitorPlay } from 'lucide-react';
import { Button } from '../../../components/ui/button.js';
import { Pagination } from '../../../components/ui/pagination.js';
import { EmptyState } from '../../../components/ui/states.js';
import { formatDateTime } from '../../../lib/format.js';
import type { Page } from '../../../lib/api-client.js';
import { say } from '../../../lib/messages.js';
import { commonTexts } from '../../../messages/common.js';
import { installTexts } from '../../../messages/install.js';
import { InstallActions, type InstallActionHandlers } from './install-actions.js';
import { InstallProgressCell } from './install-progress-cell.js';
import { InstallStatusBadge } from './install-status-badge.js';

interface InstallHistoryProps extends InstallActionHandlers {
  page: Page<InstallRecord>;
  onPage: (page: number) => void;
  onInstall: () => void;
}

/** A table; below 1024 px a list in the same frame. */
export function InstallHistory({ page, onPage, onInstall, ...handlers }: InstallHistoryProps) {
  const m = say(installTexts);
  const { items, meta } = page;
  if (meta.total === 0) {
    return (
      <section className="frame">
        <EmptyState
          icon={MonitorPlay}
          title={m.history.empty}
          help={m.history.emptyHelp}
          action={
            <Button variant="primary" size="sm" onClick={onInstall}>
              {m.form.title}
            </Button>
          }
        />
      </section>
    );
  }
  return (
    <section className="frame overflow-hidden" aria-label={m.history.title}>
      <table className="tbl max-lg:hidden">
        <thead>
          <tr>
            <th scope="col">{m.history.ip}</th>
            <th scope="col">{m.history.version}</th>
            <th scope="col">{m.history.status}</th>
            <th scope="col">{m.history.progress}</th>
            <th scope="col">{m.history.started}</th>
            <th scope="col" className="r">
              <span className="sr-only">{say(commonTexts).actions}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((install) => (
            <tr key={install.id}>
              <td className="mono font-[500]">{install.ip}</td>
              <td>{install.win_name ?? install.win_ver}</td>
              <td>
                <InstallStatusBadge status={install.status} />
              </td>
              <td className="w-full max-w-0">
                <InstallProgressCell install={install} />
              </td>
              <td className="text-muted-foreground">{formatDateTime(install.created_at)}</td>
              <td className="r">
                <span className="inline-flex items-center gap-1">
                  <InstallActions install={install} {...handlers} />
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <ul className="lg:hidden">
        {items.map((install) => (
          <li key={install.id} className="px-4 py-3 border-b last:border-0 grid gap-2">
            <div className="flex items-center gap-2">
              <span className="mono font-[500] flex-1 min-w-0 truncate">{install.ip}</span>
              <InstallStatusBadge status={install.status} />
            </div>
            <div className="flex flex-wrap items-center gap-2 text-sm text-muted-foreground">
              <span className="flex-1 min-w-[140px]">
                {install.win_name ?? install.win_ver}
                <br />
                <span className="text-xs num">{formatDateTime(install.created_at)}</span>
              </span>
              <InstallActions install={install} {...handlers} />
            </div>
            {install.status !== 'completed' && <InstallProgressCell install={install} />}
          </li>
        ))}
      </ul>
      <Pagination meta={meta} onPage={onPage} />
    </section>
  );
}
