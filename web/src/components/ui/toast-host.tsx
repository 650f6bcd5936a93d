import { lazy, Suspense, useEffect, useState } from 'react';
import { useToasts } from '@/lib/toast.js';
import { ErrorBoundary } from './error-boundary.js';

const load = () => import('./toaster.js');
let Toaster = lazy(load);

/**
 * Fetches the toaster when there is something to show. Where that fails, this toast goes unsaid, the page stays,
 * and the next toast fetches it again.
 */
export function ToastHost() {
  const newest = useToasts()[0]?.id;
  const [unsaid, setUnsaid] = useState<number>();
  if (newest === undefined || newest === unsaid) return null;
  return (
    <ErrorBoundary
      fallback={null}
      onError={() => {
        // React keeps a failed import for good.
        Toaster = lazy(load);
        setUnsaid(newest);
      }}
    >
      <Suspense fallback={null}>
        <Toaster />
      </Suspense>
    </ErrorBoundary>
  );
}

const prefetchToaster = (): void => void load().catch(() => undefined);

/** For screens that can fail by themselves: the toast must not wait for the network that has just failed. */
export function usePrefetchToaster(): void {
  useEffect(() => {
    const timer = setTimeout(prefetchToaster, 1_500);
    return () => clearTimeout(timer);
  }, []);
}

/** The same for screens that ask for nothing unless somebody does something: the first touch fetches it. */
export const prefetchToasterAtTouch = {
  onFocus: prefetchToaster,
  onPointerDown: prefetchToaster,
};
