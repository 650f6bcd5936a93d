export interface Size {
  width: number;
  height: number;
}

/** A desktop with the scale factor of Windows (percent). */
export interface DesktopSize extends Size {
  scale: number;
}

/** Limits from [MS-RDPEDISP] 2.2.2.2.1, and the most pixels that a browser on a large screen draws smoothly. */
const MIN = 200;
const MAX = 3840;
/** Below this width a desktop has too little room, so it uses finer pixels than the page. */
const NARROW = 800;
const MAX_FACTOR = 3;

/**
 * Servers send bitmaps with dimensions rounded up to a multiple of four. The client fails on pixels beyond the
 * desktop.
 */
const STEP = 4;

const within = (pixels: number): number =>
  Math.min(MAX, Math.max(MIN, Math.floor(pixels / STEP) * STEP));

/**
 * Returns the desktop size for an area of the page. On a phone it uses the screen's physical pixels while Windows
 * scales to half of them: readable, and with twice the room of the page.
 */
export function desktopSize(container: Size, pixelRatio: number): DesktopSize {
  const factor = container.width < NARROW ? Math.min(MAX_FACTOR, Math.max(1, pixelRatio)) : 1;
  return {
    width: within(container.width * factor),
    height: within(container.height * factor),
    scale: Math.max(100, Math.round(factor * 50)),
  };
}

/** Maps a point of the page to the desktop. The picture keeps its aspect ratio and is centered in its area. */
export function desktopPoint(
  point: { x: number; y: number },
  container: Size,
  desktop: Size,
): { x: number; y: number } {
  const scale = Math.min(container.width / desktop.width, container.height / desktop.height) || 1;
  const toDesktopAxis = (value: number, room: number, pixels: number) =>
    Math.min(pixels - 1, Math.max(0, Math.round((value - (room - pixels * scale) / 2) / scale)));
  return {
    x: toDesktopAxis(point.x, container.width, desktop.width),
    y: toDesktopAxis(point.y, container.height, desktop.height),
  };
}
