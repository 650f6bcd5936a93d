import type { InstallRecord } from '@casement/proto/http/install/install.js';
import { Check, X } from 'lucide-react';
import { Fragment, type CSSProperties } from 'react';
import { cn } from '@/components/ui/class-names.js';
import { formatPercent } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import {
  PANES_BEFORE_COMMIT,
  paneStates,
  phaseName,
  PHASES,
  type PaneState,
  writePercent,
} from '@/lib/installs/phases.js';
import { installMessages } from '@/messages/install/install.js';

const HALF = 50;

/**
 * Eight panes, one per phase, with `writing` the widest. The bar after the fourth marks the engine's commit: left of
 * it the VPS can still return to Linux.
 */
export function Lights({ install, small }: { install: InstallRecord; small?: boolean }) {
  const m = t(installMessages);
  const states = paneStates(install);
  const percent = writePercent(install);
  const phase = install.progress.phase;
  const valueText = [
    m.statuses[install.status],
    install.status !== 'completed' && phase && phaseName(phase, install.kind),
    percent !== null && formatPercent(percent),
  ];
  return (
    <div
      className={cn('lights', small && 'lights-sm')}
      role="progressbar"
      aria-label={m.progressOf(install.ip)}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={install.status === 'completed' ? 100 : (percent ?? undefined)}
      aria-valuetext={valueText.filter(Boolean).join(', ')}
    >
      {states.map((state, i) => (
        <Fragment key={PHASES[i]}>
          {i === PANES_BEFORE_COMMIT && <span className="mullion" data-testid="mullion" />}
          <Pane state={state} percent={percent} small={small} />
        </Fragment>
      ))}
    </div>
  );
}

/** If the percentage is unknown, the active pane is half filled and not animated. */
function Pane(props: { state: PaneState; percent: number | null; small?: boolean }) {
  const { state, percent, small } = props;
  return (
    <span
      className={cn('pane', state !== 'off' && state)}
      data-state={state}
      style={{ '--p': `${percent ?? HALF}%` } as CSSProperties}
    >
      {state === 'now' && <i />}
      {!small && state === 'on' && <Check className="ic" />}
      {!small && state === 'bad' && <X className="ic" />}
      {!small && state === 'now' && percent !== null && (
        <b className="num text-sm font-[620] text-glass-foreground pane-figure">
          {formatPercent(percent)}
        </b>
      )}
    </span>
  );
}

export function LightsCaption({ install }: { install: InstallRecord }) {
  return (
    <div className="lights lights-cap" aria-hidden="true">
      {PHASES.map((phase, i) => (
        <Fragment key={phase}>
          {i === PANES_BEFORE_COMMIT && <span />}
          <span className={install.progress.phase === phase ? 'now' : undefined}>
            {phaseName(phase, install.kind)}
          </span>
        </Fragment>
      ))}
    </div>
  );
}
