import { Suspense, useEffect, useState } from 'react';
import { lazyComponent } from '@/lib/lazy-component.js';
import { useToasts } from '@/lib/toast/toast.js';
import { ErrorBoundary } from './error-boundary.js';

const Toaster = lazyComponent(() => import('./toaster.js'));

/**
 * Fetches the toaster when the first toast is shown. If that fails, the toast is dropped, the page stays unchanged,
 * and the next toast retries.
 */
export function ToastHost() {
  const newest = useToasts()[0]?.id;
  const [missedToastId, setMissed] = useState<number>();
  if (newest === undefined || newest === missedToastId) return null;
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

/**
 * Prefetches the toaster for screens that can fail without a click, so that the toast does not depend on the network
 * that has just failed.
 */
export function usePrefetchToaster(): void {
  useEffect(() => {
    const timer = setTimeout(prefetchToaster, 1_500);
    return () => clearTimeout(timer);
  }, []);
}

/** Prefetches the toaster on the first interaction, for screens that make no call without a click. */
export const prefetchToasterAtTouch = {
  onFocus: prefetchToaster,
  onPointerDown: prefetchToaster,
};
