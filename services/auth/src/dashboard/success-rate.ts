/** Completed of all that have ended, in whole percent; null if none has: 0 would say that all failed. */
export function successRate(completed: number, failed: number): number | null {
  const ended = completed + failed;
  return ended === 0 ? null : Math.round((completed / ended) * 100);
}
