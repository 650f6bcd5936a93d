interface Grown {
  blockMinutes: number;
  growth: number;
  maxBlockMinutes: number;
}

/** How long a rule blocks somebody who has been blocked `offences` times before. */
export function blockMinutesOf(rule: Grown, offences: number): number {
  const minutes = rule.blockMinutes * rule.growth ** offences;
  return Math.min(Math.round(minutes), rule.maxBlockMinutes);
}
