import type { DashboardResponse } from '@casement/proto/http/auth.js';
import { CircleCheck } from 'lucide-react';
import { Button, ButtonLink } from '@/components/ui/button.js';
import { paths } from '@/config/paths.js';
import { t } from '@/lib/messages.js';
import { dashboardMessages } from '@/messages/dashboard.js';

/** The way of a new customer to the first install. What is done has a tick; the next step has its button. */
export function FirstSteps({
  data: { user, stats },
  onTopup,
  onInstall,
}: {
  data: DashboardResponse;
  onTopup: () => void;
  onInstall: () => void;
}) {
  const { firstSteps: m } = t(dashboardMessages);
  const steps = [
    { ...m.verify, done: user.is_verified, to: paths.verifyEmail },
    { ...m.topup, done: stats.quota > 0, onClick: onTopup },
    { ...m.check, done: false, onClick: onInstall },
    { ...m.install, done: false, onClick: onInstall },
  ];
  const next = steps.findIndex(({ done }) => !done);
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
            {i === next && 'onClick' in way && (
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
