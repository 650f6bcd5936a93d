import { useEffect } from 'react';

/** While a desktop is open, the browser asks before it leaves the page or reloads it; Back is the dashboard's to ask about. */
export function useLeaveGuard(busy: boolean, onBusy: (busy: boolean) => void): void {
  useEffect(() => {
    onBusy(busy);
  }, [busy, onBusy]);
  useEffect(() => {
    if (!busy) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [busy]);
}
