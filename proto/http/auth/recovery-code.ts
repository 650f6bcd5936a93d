/**
 * Sixteen letters and digits in four groups, e.g. `7k2m-9xqa-0bcd-e3fg`, as they are shown once when two-factor is
 * enabled; the hyphens may be left out. Apart from the schemas: the second step of a sign-in does without them.
 */
export const RECOVERY_CODE = /^[0-9a-z]{4}(-?[0-9a-z]{4}){3}$/i;
