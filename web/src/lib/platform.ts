export const PLATFORMS = ['windows', 'macos', 'ios', 'android', 'linux'] as const;
export type Platform = (typeof PLATFORMS)[number];

export function detectPlatform(): Platform {
  const { userAgent, maxTouchPoints } = navigator;
  if (/Android/.test(userAgent)) return 'android';
  // iPads identify as Macs, but no Mac has a touch screen.
  const mac = userAgent.includes('Macintosh');
  if (/iPhone|iPad|iPod/.test(userAgent) || (mac && maxTouchPoints > 1)) return 'ios';
  if (mac) return 'macos';
  return userAgent.includes('Windows') ? 'windows' : 'linux';
}
