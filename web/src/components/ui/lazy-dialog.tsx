import { lazy, Suspense, type ComponentType } from 'react';
import { t } from '@/lib/messages.js';
import { toast } from '@/lib/toast.js';
import { commonMessages } from '@/messages/common.js';
import { ErrorBoundary } from './error-boundary.js';

/**
 * A dialog whose code is fetched when it is first opened. Where that fails the page stays as it is, a toast says so,
 * and the dialog counts as closed: opening it again fetches it again. One that cannot be closed offers Try Again.
 */
export function lazyDialog<P extends { onClose?: () => void }>(
  load: () => Promise<{ default: ComponentType<P> }>,
): ComponentType<P> {
  let Dialog = lazy(load);
  return function LazyDialog(props: P) {
    const { onClose } = props;
    const giveUp = () => {
      // React keeps a failed import for good.
      Dialog = lazy(load);
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
  };
}
