import { lazy, Suspense, useEffect, useState } from 'react';
import { useToasts } from '../../lib/toast.js';
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

/** For screens that can fail: the toast must not wait for the network that has just failed. */
export function usePrefetchToaster(): void {
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => undefined), 1_500);
    return () => clearTimeout(timer);
  }, []);
}
