import { useId, type ReactNode } from 'react';
import { Button } from '@/components/ui/button.js';
import { t } from '@/lib/messages.js';
import { firstRunMessages } from '@/messages/first-run.js';
import { useServices } from '../api/operations.js';
import { ASKED_STEPS, standingOf, type Place, type StepStanding } from '../steps.js';
import { useChecklistChoice } from '../use-checklist-choice.js';
import { ChecklistStep } from './checklist-step.js';
import { TestButton } from './test-button.js';

const twoFactorStanding = (on: boolean | undefined): StepStanding => ({
  state: on === undefined ? 'unknown' : on ? 'done' : 'todo',
  last: null,
});

/** What a new administrator sets up, each step with a test. It goes away when all is done, and comes back when asked for. */
export function Checklist({
  twoFactor,
  twoFactorTest,
  onPlace,
}: {
  /** Whether the administrator's own is on; undefined while that is not known. */
  twoFactor: boolean | undefined;
  /** Tests it. */
  twoFactorTest: ReactNode;
  onPlace: (place: Place) => void;
}) {
  const m = t(firstRunMessages);
  const id = useId();
  const [wanted, choose] = useChecklistChoice();
  const services = useServices();
  const standings = ASKED_STEPS.map(({ name, service }) => {
    const { data, isError, isPending } = services[service];
    return { ...standingOf(name, isError ? undefined : data), isPending };
  });
  const own = twoFactorStanding(twoFactor);
  const all = [own, ...standings];
  const done = all.filter(({ state }) => state === 'done').length;
  // It must not flash up before the services have answered that all is done.
  const open = standings.some(({ isPending, state }) => !isPending && state !== 'done');
  const shown = wanted ?? (open || twoFactor === false);

  if (!shown) {
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
          {m.count(done, all.length)}
        </span>
        <Button
          size="sm"
          variant="ghost"
          aria-label={m.hide}
          aria-expanded
          onClick={() => choose(false)}
        >
          {m.hideShort}
        </Button>
      </div>
      <p className="px-4 pt-3 text-sm text-muted-foreground">{m.lead}</p>
      <ul className="divide-y divide-border">
        <ChecklistStep name="two-factor" standing={own} onOpen={() => onPlace('2fa')}>
          {own.state === 'done' && twoFactorTest}
        </ChecklistStep>
        {ASKED_STEPS.map(({ name, service, place }, n) => (
          <ChecklistStep
            key={name}
            name={name}
            standing={standings[n]}
            onOpen={place && (() => onPlace(place))}
          >
            <TestButton name={name} service={service} />
          </ChecklistStep>
        ))}
      </ul>
    </section>
  );
}
