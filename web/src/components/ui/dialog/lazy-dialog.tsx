import { Suspense, type ComponentType } from 'react';
import { ErrorBoundary } from '@/components/ui/feedback/error-boundary.js';
import { t } from '@/messages/i18n.js';
import { lazyComponent } from '@/lib/lazy-component.js';
import { toast } from '@/lib/toast/toast.js';
import { commonMessages } from '@/messages/common.js';

/**
 * A dialog whose code is fetched when it is first opened. If that fails, the page stays unchanged, a toast reports
 * it, and the dialog counts as closed, so that reopening refetches it. A dialog that cannot be closed offers Try
 * Again. `preload` fetches the code beforehand, so that the first keystroke finds the dialog open.
 */
export function lazyDialog<P extends { onClose?: () => void }>(
  load: () => Promise<{ default: ComponentType<P> }>,
): ComponentType<P> & { preload: () => void } {
  const Dialog = lazyComponent(load);
  function LazyDialog(props: P) {
    const { onClose } = props;
    const giveUp = () => {
      Dialog.retry();
      const m = t(commonMessages);
      toast({ title: m.somethingWrong, description: m.notOpened, tone: 'destructive' });
      onClose?.();
    };
    return (
      <ErrorBoundary fallback={onClose && null} onError={giveUp}>
        <Suspense fallback={null}>
          <Dialog {...props} />
        </Suspense>
      </ErrorBoundary>
    );
  }
  return Object.assign(LazyDialog, { preload: () => void Dialog.preload() });
}
