import { Suspense, useEffect, useState } from 'react';
import { lazyPart } from '@/lib/lazy-part.js';
import { useToasts } from '@/lib/toast/toast.js';
import { ErrorBoundary } from './error-boundary.js';

const Toaster = lazyPart(() => import('./toaster.js'));

/**
 * Fetches the toaster when there is something to show. Where that fails, this toast is not shown, the page stays,
 * and the next toast fetches it again.
 */
export function ToastHost() {
  const newest = useToasts()[0]?.id;
  const [missed, setMissed] = useState<number>();
  if (newest === undefined || newest === missed) return null;
  return (
    <ErrorBoundary
      fallback={null}
      onError={() => {
        Toaster.retry();
        setMissed(newest);
      }}
    >
      <Suspense fallback={null}>
        <Toaster />
      </Suspense>
    </ErrorBoundary>
  );
}

const prefetchToaster = (): void => void Toaster.preload();

/** For screens that can fail without a click: the toast must not wait for the network that has just failed. */
export function usePrefetchToaster(): void {
  useEffect(() => {
    const timer = setTimeout(prefetchToaster, 1_500);
    return () => clearTimeout(timer);
  }, []);
}

/** The same for screens that call nothing without a click: the first touch fetches it. */
export const prefetchToasterAtTouch = {
  onFocus: prefetchToaster,
  onPointerDown: prefetchToaster,
};
