/** Constants of SPEC §9 that the page enforces. */
export const REQUEST_TIMEOUT_MS = 10_000;
export const CAPTCHA_COOLDOWN_MS = 3_000;
export const QUOTE_DEBOUNCE_MS = 500;
/** Delay after the last keystroke of a search. */
export const SEARCH_DEBOUNCE_MS = 300;
export const POLL_MS = 5_000;
/** Polling interval of security screens while no recovery is in progress. */
export const IDLE_POLL_MS = 30_000;
export const EXPIRY_CHECK_MS = 30_000;
export const TOAST_LIMIT = 1;
export const TOAST_REMOVE_DELAY_MS = 1_000_000;
export const TOAST_DURATION_MS = 5_000;
export const TOAST_SWIPE_THRESHOLD_PX = 50;
export const RDP_PORT = 22;
export const RDP_USER = 'Administrator';
export const RECENT_INSTALLS = 2;
export const MIN_QUOTA = 1;
/** Maximum number of in-app notifications kept. */
export const NOTIFICATION_LIMIT = 10;
