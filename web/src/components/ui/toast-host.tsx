import { lazy, Suspense, useEffect } from 'react';
import { useToasts } from '../../lib/toast.js';

const load = () => import('./toaster.js');
const Toaster = lazy(load);

/** Fetches the toaster when there is something to show; `prefetch` fetches it in a quiet moment before. */
export function ToastHost() {
  const toasts = useToasts();
  return toasts.length === 0 ? null : (
    <Suspense fallback={null}>
      <Toaster />
    </Suspense>
  );
}

/** For screens that can fail: the toast must not wait for the network that has just failed. */
export function usePrefetchToaster(): void {
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => undefined), 1_500);
    return () => clearTimeout(timer);
  }, []);
}
