export const PLATFORMS = ['windows', 'macos', 'ios', 'android', 'linux'] as const;
export type Platform = (typeof PLATFORMS)[number];

/** What this page is read on. */
export function ownPlatform(): Platform {
  const { userAgent, maxTouchPoints } = navigator;
  if (/Android/.test(userAgent)) return 'android';
  // An iPad calls itself a Mac; no Mac has a touch screen.
  const mac = userAgent.includes('Macintosh');
  if (/iPhone|iPad|iPod/.test(userAgent) || (mac && maxTouchPoints > 1)) return 'ios';
  if (mac) return 'macos';
  return userAgent.includes('Windows') ? 'windows' : 'linux';
}
