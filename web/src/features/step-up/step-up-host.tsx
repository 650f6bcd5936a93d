import { useEffect } from 'react';
import { lazyDialog } from '@/components/ui/dialog/lazy-dialog.js';
import { useSession } from '@/lib/session/session.js';
import { useStepUp } from '@/lib/api/step-up.js';

const StepUpDialog = lazyDialog(() => import('./step-up-dialog.js'));

/** Shows the dialog when a call requires the password or a code. */
export function StepUpHost() {
  const stepUp = useStepUp();
  const { isAuthenticated } = useSession();
  useEffect(() => {
    // Signed out in the meantime, e.g. in another tab.
    if (!isAuthenticated) stepUp?.finish(null);
  }, [stepUp, isAuthenticated]);
  if (!stepUp || !isAuthenticated) return null;
  return <StepUpDialog onConfirmed={stepUp.finish} onClose={() => stepUp.finish(null)} />;
}
