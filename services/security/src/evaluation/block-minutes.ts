interface BlockGrowth {
  blockMinutes: number;
  growth: number;
  maxBlockMinutes: number;
}

/** How long a rule blocks an address that has been blocked `offences` times before. */
export function blockMinutesOf(rule: BlockGrowth, offences: number): number {
  const minutes = rule.blockMinutes * rule.growth ** offences;
  return Math.min(Math.round(minutes), rule.maxBlockMinutes);
}
