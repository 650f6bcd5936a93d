import { paths } from '@/config/paths.js';

/** Link that opens `install:ID`, `desktop:ID` or `topup:REF` in the dashboard. */
export const openLink = (target: string): string =>
  `${paths.dashboard}?open=${encodeURIComponent(target)}`;
