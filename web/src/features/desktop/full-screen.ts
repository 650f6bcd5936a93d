/** iPhones have none but for videos. */
export const canFillScreen = (): boolean => document.fullscreenEnabled === true;

/** Chromium's: in full screen the page gets Escape, Alt+Tab and the Windows key too. */
interface LockableKeyboard {
  lock?: () => Promise<void>;
}

/** The whole page fills the screen, so that its dialogs and toasts are seen. */
export async function toggleFullScreen(): Promise<void> {
  const { keyboard } = navigator as Navigator & { keyboard?: LockableKeyboard };
  try {
    if (document.fullscreenElement) return await document.exitFullscreen();
    await document.documentElement.requestFullscreen();
    await keyboard?.lock?.();
  } catch {
    // The browser shows why it refuses.
  }
}
