import {
  CircleCheck,
  CircleDashed,
  WifiOff,
  CircleX,
  FlaskConical,
  type LucideIcon,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge, type Tone } from '@/components/ui/badge.js';
import { Button } from '@/components/ui/button.js';
import { Note } from '@/components/ui/note.js';
import { formatDateTime } from '@/lib/format/format.js';
import { phraseMessage, t } from '@/messages/i18n.js';
import { firstRunMessages } from '@/messages/admin/overview/first-run.js';
import type { StepName, StepProgress, StepState } from '../steps.js';

const STYLES: Record<StepState, { tone: Tone; icon: LucideIcon }> = {
  done: { tone: 'success', icon: CircleCheck },
  failing: { tone: 'danger', icon: CircleX },
  untested: { tone: 'warning', icon: FlaskConical },
  todo: { tone: 'neutral', icon: CircleDashed },
  unknown: { tone: 'warning', icon: WifiOff },
};

/** A setup step: state, requirements, link to its section, test button and last test result. */
export function ChecklistStep({
  name,
  progress: { state, last },
  onOpen,
  children,
}: {
  name: StepName;
  progress: StepProgress;
  onOpen?: (() => void) | undefined;
  /** Test button. */
  children?: ReactNode;
}) {
  const m = t(firstRunMessages);
  const step = m.steps[name];
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3">
      <div className="flex-1 max-sm:basis-full">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-[560]">{step.name}</span>
          <Badge {...STYLES[state]}>{m.states[state]}</Badge>
        </p>
        <p className="text-sm text-muted-foreground wrap-anywhere">{step.help}</p>
      </div>
      <div className="flex flex-wrap gap-2 max-sm:flex-row-reverse max-sm:justify-end">
        {onOpen && (
          <Button size="sm" variant="ghost" aria-label={m.open(step.name)} onClick={onOpen}>
            {m.openShort}
          </Button>
        )}
        {children}
      </div>
      <div role="status" className="basis-full">
        {last && (
          <Note tone={last.ok ? 'success' : 'danger'} icon={last.ok ? CircleCheck : CircleX}>
            <p className="text-sm num">{m.answered(formatDateTime(last.asked_at))}</p>
            <p className="mono text-sm wrap-anywhere">{phraseMessage(last.answer)}</p>
          </Note>
        )}
      </div>
    </li>
  );
}
