/** Change of a user's balance. */
export interface QuotaChange {
  /** Changes of one cause that sum up to 0 cancelled each other, e.g. a failed install and a refund that was not made. */
  cause: string;
  /** `null` for installs and for quota that nobody paid for. */
  topupId: string | null;
  amount: number;
}

/**
 * Returns the unused quota of each top-up. Quota that nobody paid for (vouchers, corrections) is spent first if it is
 * there at that time, then the oldest top-up.
 *
 * @param changes in the order of the ledger
 */
export function unusedByTopup(changes: readonly QuotaChange[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { cause, amount } of changes) sums.set(cause, (sums.get(cause) ?? 0) + amount);
  const paid = new Map<string, number>();
  let free = 0;
  for (const { cause, topupId, amount } of changes) {
    if (sums.get(cause) === 0) continue;
    if (amount > 0) {
      if (topupId === null) free += amount;
      else paid.set(topupId, amount);
      continue;
    }
    let due = -amount;
    const spend = (left: number) => {
      const spent = Math.min(left, due);
      due -= spent;
      return left - spent;
    };
    // A refund takes back its own quota. If that is spent, it takes what is there.
    if (topupId !== null) paid.set(topupId, spend(paid.get(topupId) ?? 0));
    free = spend(free);
    for (const [id, left] of paid) paid.set(id, spend(left));
  }
  return paid;
}
