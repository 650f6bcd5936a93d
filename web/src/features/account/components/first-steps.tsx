import type { DashboardResponse } from '@casement/proto/http/auth/account.js';
import { CircleCheck } from 'lucide-react';
import { Button, ButtonLink } from '@/components/ui/button.js';
import { paths } from '@/config/paths.js';
import { t } from '@/messages/i18n.js';
import { dashboardMessages } from '@/messages/dashboard.js';

/**
 * Steps of a new customer up to the first installed Windows. Finished steps have a tick; the next step has its
 * button.
 */
export function FirstSteps({
  data: { user, stats },
  checked,
  running,
  onTopup,
  onInstall,
}: {
  data: DashboardResponse;
  checked: boolean;
  running: boolean;
  onTopup: () => void;
  onInstall: () => void;
}) {
  const { firstSteps: m } = t(dashboardMessages);
  const funded = stats.quota > 0 || running;
  const steps = [
    { ...m.verify, done: user.is_verified, to: paths.verifyEmail },
    { ...m.check, done: checked, onClick: onInstall },
    { ...m.topup, done: funded, onClick: onTopup },
    { ...m.install, done: false, onClick: running ? undefined : onInstall },
  ];
  // An install runs its own check, so customers with quota can skip that step.
  const next = !user.is_verified ? 0 : funded ? 3 : checked ? 2 : 1;
  return (
    <section className="mt-5" aria-labelledby="first-steps">
      <h2 id="first-steps" className="text-base mb-2">
        {m.title}
      </h2>
      <ol className="panes sm:grid-cols-2 lg:grid-cols-4">
        {steps.map(({ title, help, action, done, ...way }, i) => (
          <li
            key={title}
            className="flex flex-col items-start gap-1"
            aria-current={i === next ? 'step' : undefined}
          >
            <span className="flex items-center gap-2 font-[580]">
              {done ? (
                <CircleCheck className="ic text-success" aria-label={m.done} role="img" />
              ) : (
                <span className="badge t-neutral px-1.5! num">{i + 1}</span>
              )}
              {title}
            </span>
            <span className="text-sm text-muted-foreground">{help}</span>
            {i === next && 'to' in way && (
              <ButtonLink size="sm" className="mt-auto" to={way.to}>
                {action}
              </ButtonLink>
            )}
            {i === next && 'onClick' in way && way.onClick && (
              <Button size="sm" className="mt-auto" onClick={way.onClick}>
                {action}
              </Button>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
