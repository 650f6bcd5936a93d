/**
 * Sixteen letters and digits in four groups, e.g. `7k2m-9xqa-0bcd-e3fg`, shown once when two-factor is enabled.
 * Hyphens are optional. Separate from the schemas because the second step of the sign-in page does not load them.
 */
export const RECOVERY_CODE = /^[0-9a-z]{4}(-?[0-9a-z]{4}){3}$/i;
