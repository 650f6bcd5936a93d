/**
 * 28 letters and digits in groups of four, e.g. `7k2m-9xqa-0bcd-e3fg-5hjn-8rtv-2wyz`, shown once when two-factor is
 * enabled. Codes of 0.1.0 have four groups.
 * Hyphens are optional. Separate from the schemas because the second step of the sign-in page does not load them.
 */
export const RECOVERY_CODE = /^[0-9a-z]{4}(?:(?:-?[0-9a-z]{4}){3}){1,2}$/i;
