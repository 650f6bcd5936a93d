import type { OperatedService } from '@casement/proto/http/operations.js';
import { Button } from '@/components/ui/button.js';
import { t } from '@/messages/i18n.js';
import { toastFailure } from '@/lib/toast/toast-failure.js';
import { firstRunMessages } from '@/messages/admin/overview/first-run.js';
import { useTestDependency } from '../api.js';
import type { StepName } from '../steps.js';

/** Makes the service test its external dependency. The result becomes part of the service's status. */
export function TestButton({ name, service }: { name: StepName; service: OperatedService }) {
  const m = t(firstRunMessages);
  const test = useTestDependency(service);
  return (
    <Button
      size="sm"
      busy={test.isPending}
      aria-label={m.testOf(m.steps[name].name)}
      onClick={() =>
        test.mutate(name, {
          onError: (error) => toastFailure(m.testFailed, error),
        })
      }
    >
      {test.isPending ? m.testing : m.test}
    </Button>
  );
}
