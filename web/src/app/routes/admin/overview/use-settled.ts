import { useEffect, useState } from 'react';

const PATIENCE_MS = 2_000;

/** Whether each query has its answer or failure. One that is silent for two seconds is waited for no longer. */
export function useSettled(queries: readonly { isPending: boolean }[]): boolean {
  const [over, setOver] = useState(false);
  const settled = queries.every(({ isPending }) => !isPending);
  useEffect(() => {
    if (settled) return;
    const timer = setTimeout(() => setOver(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [settled]);
  return settled || over;
}
