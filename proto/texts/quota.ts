/** Refusal of an install without quota (SPEC §5), in billing, install and the install form. */
export const INSUFFICIENT_QUOTA =
  'Insufficient quota: You need at least 1 quota to install Windows.';
