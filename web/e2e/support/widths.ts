/** `make e2e-all` (ALL=1) tests three widths; other runs test a phone and a desktop. */
export const ALL = process.env.ALL === '1';
export const WIDTHS = ALL ? [375, 768, 1440] : [375, 1280];
