export interface Size {
  width: number;
  height: number;
}

/** A desktop, and how much larger Windows draws in it (percent). */
export interface DesktopSize extends Size {
  scale: number;
}

/** [MS-RDPEDISP] 2.2.2.2.1, and pixels that a browser on a large screen still draws at once. */
const MIN = 200;
const MAX = 3840;
/** Narrower than it, a desktop has too little room: its pixels become finer than the page's. */
const NARROW = 800;
const MAX_FACTOR = 3;

/** Servers send bitmaps whose lines and rows are full by four; what of them is beyond the desktop, the client trips over. */
const STEP = 4;

const within = (pixels: number): number =>
  Math.min(MAX, Math.max(MIN, Math.floor(pixels / STEP) * STEP));

/**
 * The desktop for a place in the page. On a phone it has the pixels of the screen, and Windows draws at half their number:
 * readable, and twice as much room as the page has.
 */
export function desktopSize(place: Size, pixelRatio: number): DesktopSize {
  const factor = place.width < NARROW ? Math.min(MAX_FACTOR, Math.max(1, pixelRatio)) : 1;
  return {
    width: within(place.width * factor),
    height: within(place.height * factor),
    scale: Math.max(100, Math.round(factor * 50)),
  };
}

/** Where in the desktop a point of the page is: the picture keeps its shape, in the middle of its place. */
export function desktopPoint(
  point: { x: number; y: number },
  place: Size,
  desktop: Size,
): { x: number; y: number } {
  const scale = Math.min(place.width / desktop.width, place.height / desktop.height) || 1;
  const across = (value: number, room: number, pixels: number) =>
    Math.min(pixels - 1, Math.max(0, Math.round((value - (room - pixels * scale) / 2) / scale)));
  return {
    x: across(point.x, place.width, desktop.width),
    y: across(point.y, place.height, desktop.height),
  };
}
