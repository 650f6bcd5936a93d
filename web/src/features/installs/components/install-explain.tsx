import { Fragment } from 'react';
import { t } from '@/messages/i18n.js';
import { PANES_BEFORE_COMMIT, PHASES } from '@/lib/installs/phases.js';
import { installMessages } from '@/messages/install/install.js';

/** Explains an install by its eight phase panes before a quota is spent. */
export function InstallExplain({ quota }: { quota: number }) {
  const { explain: m, phases } = t(installMessages);
  return (
    <section className="frame overflow-hidden" aria-labelledby="explain-title">
      <div className="frame-head">
        <h2 id="explain-title">{m.title}</h2>
        <span className="text-sm text-muted-foreground max-sm:hidden">{m.lead}</span>
      </div>
      <ol>
        {PHASES.map((phase, i) => (
          <Fragment key={phase}>
            {i === PANES_BEFORE_COMMIT && (
              <li className="explain-bar">
                <span>{m.bar}</span>
              </li>
            )}
            <li className="grid grid-cols-[24px_150px_1fr] max-sm:grid-cols-[24px_1fr] gap-x-3 px-4 py-2 border-b last:border-0 text-sm items-start">
              <span className="grid place-items-center h-5 rounded-sm bg-glass-dim text-2xs font-[600] num">
                {i + 1}
              </span>
              <span className="font-[560]">{phases[phase]}</span>
              <span className="text-muted-foreground max-sm:col-start-2">{m.steps[phase]}</span>
            </li>
          </Fragment>
        ))}
      </ol>
      <div className="flex flex-wrap items-center gap-x-8 gap-y-2 px-4 py-3 border-t bg-muted">
        <div>
          <p className="text-xs text-muted-foreground">{m.cost}</p>
          <p className="font-[600] num">{m.costValue(quota)}</p>
        </div>
        <p className="text-sm text-muted-foreground flex-1 min-w-[200px]">{m.warning}</p>
      </div>
    </section>
  );
}
