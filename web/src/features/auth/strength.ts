/** SPEC §5: one point each for length 8+, lowercase, uppercase, digit and special character. */
const TESTS = {
  length: /.{8,}/s,
  lowercase: /[a-z]/,
  uppercase: /[A-Z]/,
  digit: /\d/,
  special: /[@$!%*?&]/,
};

export type StrengthPart = keyof typeof TESTS;

export interface Strength {
  /** 0 to 5. */
  score: number;
  missing: StrengthPart[];
  /** Red at 2 or less, yellow at 3, green above. */
  colour: 'danger' | 'warning' | 'success';
}

export function passwordStrength(password: string): Strength {
  const parts = Object.keys(TESTS) as StrengthPart[];
  const missing = parts.filter((part) => !TESTS[part].test(password));
  const score = parts.length - missing.length;
  return { score, missing, colour: score <= 2 ? 'danger' : score === 3 ? 'warning' : 'success' };
}
