import { useId, type ReactNode } from 'react';
import { Button } from '@/components/ui/button.js';
import { t } from '@/messages/i18n.js';
import { firstRunMessages } from '@/messages/admin/overview/first-run.js';
import { useServices } from '../api.js';
import {
  SERVICE_STEPS,
  neededSteps,
  progressOf,
  type HistoryState,
  type StepProgress,
} from '../steps.js';
import { useChecklistChoice } from '../use-checklist-choice.js';
import { ChecklistStep } from './checklist-step.js';
import { TestButton } from './test-button.js';

const twoFactorProgress = (on: boolean | undefined): StepProgress => ({
  state: on === undefined ? 'unknown' : on ? 'done' : 'todo',
  last: null,
});

/**
 * Set-up card of a new administrator with a test per step. It disappears when all steps are done and reappears
 * on request. With `permanent` it lists only the missing steps, can be folded, and disappears once all are done.
 */
export function Checklist({
  twoFactor,
  twoFactorTest,
  permanent = false,
  onNavigate,
}: {
  /** Whether the administrator's own two-factor is enabled; undefined while unknown. */
  twoFactor: boolean | undefined;
  twoFactorTest: ReactNode;
  permanent?: boolean;
  onNavigate: (location: HistoryState) => void;
}) {
  const m = t(firstRunMessages);
  const id = useId();
  const [wanted, choose] = useChecklistChoice();
  const services = useServices();
  const steps = neededSteps(
    SERVICE_STEPS.map((step) => {
      const { data, isError } = services[step.service];
      return { ...step, progress: progressOf(step.name, isError ? undefined : data) };
    }),
  );
  const twoFactorStep = twoFactorProgress(twoFactor);
  const all = [{ name: 'two-factor' as const, progress: twoFactorStep }, ...steps];
  const missing = all.filter(({ progress }) => progress.state !== 'done');
  // A service that has not answered yet, or is down, does not say that its steps are missing.
  const unfinished = missing.some(({ progress }) => progress.state !== 'unknown');
  const shown = wanted ?? unfinished;

  if (permanent && !unfinished) return null;
  if (!shown && !permanent) {
    return (
      <div className="mb-4">
        <Button size="sm" aria-expanded={false} onClick={() => choose(true)}>
          {m.show}
        </Button>
      </div>
    );
  }
  return (
    <section className="frame mb-6" aria-labelledby={id}>
      <div className="frame-head flex-wrap">
        <h2 id={id}>{m.title}</h2>
        <span className="text-sm text-muted-foreground num flex-1 whitespace-nowrap">
          {m.count(all.length - missing.length, all.length)}
        </span>
        <Button
          size="sm"
          variant="ghost"
          aria-label={shown ? m.hide : m.show}
          aria-expanded={shown}
          onClick={() => choose(!shown)}
        >
          {shown ? m.hideShort : m.showShort}
        </Button>
      </div>
      {shown ? (
        <>
          <p className="px-4 pt-3 text-sm text-muted-foreground">{m.lead}</p>
          <ul className="divide-y divide-border">
            {!(permanent && twoFactorStep.state === 'done') && (
              <ChecklistStep
                name="two-factor"
                progress={twoFactorStep}
                onOpen={() => onNavigate('2fa')}
              >
                {twoFactorStep.state === 'done' && twoFactorTest}
              </ChecklistStep>
            )}
            {(permanent ? steps.filter(({ progress }) => progress.state !== 'done') : steps).map(
              ({ name, service, location, progress }) => (
                <ChecklistStep
                  key={name}
                  name={name}
                  progress={progress}
                  onOpen={location && (() => onNavigate(location))}
                >
                  <TestButton name={name} service={service} />
                </ChecklistStep>
              ),
            )}
          </ul>
        </>
      ) : (
        <p className="px-4 py-3 text-sm text-muted-foreground">
          {m.missing(missing.map(({ name }) => m.steps[name].name).join(', '))}
        </p>
      )}
    </section>
  );
}
