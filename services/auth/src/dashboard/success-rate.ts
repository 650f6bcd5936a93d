/** Completed of all that have ended, in whole percent; 0 if none has. */
export function successRate(completed: number, failed: number): number {
  const ended = completed + failed;
  return ended === 0 ? 0 : Math.round((completed / ended) * 100);
}
