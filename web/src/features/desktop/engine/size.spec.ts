import { desktopPoint, desktopSize } from './size.js';

describe('desktop size', () => {
  it.each([
    ['a window', { width: 1283, height: 702 }, 1, { width: 1280, height: 700, scale: 100 }],
    [
      'a window on a fine screen',
      { width: 1440, height: 800 },
      2,
      { width: 1440, height: 800, scale: 100 },
    ],
    ['a phone', { width: 360, height: 640 }, 3, { width: 1080, height: 1920, scale: 150 }],
    [
      'a phone with odd pixels',
      { width: 393, height: 700 },
      2.75,
      { width: 1080, height: 1924, scale: 138 },
    ],
    ['a narrow window', { width: 500, height: 400 }, 1, { width: 500, height: 400, scale: 100 }],
    ['an empty container', { width: 0, height: 0 }, 1, { width: 200, height: 200, scale: 100 }],
    [
      'a container larger than the maximum',
      { width: 9000, height: 5000 },
      1,
      { width: 3840, height: 3840, scale: 100 },
    ],
  ])('fits %s', (_, container, ratio, size) => {
    expect(desktopSize(container, ratio)).toEqual(size);
  });
});

describe('desktop point', () => {
  const desktop = { width: 1000, height: 500 };

  it('equals the page’s point if both have the same size', () => {
    expect(desktopPoint({ x: 10, y: 20 }, desktop, desktop)).toEqual({ x: 10, y: 20 });
  });

  it('is computed relative to the centered picture', () => {
    const container = { width: 500, height: 500 };
    expect(desktopPoint({ x: 250, y: 250 }, container, desktop)).toEqual({ x: 500, y: 250 });
    expect(desktopPoint({ x: 0, y: 125 }, container, desktop)).toEqual({ x: 0, y: 0 });
  });

  it('never leaves the desktop', () => {
    const container = { width: 500, height: 500 };
    expect(desktopPoint({ x: -5, y: 0 }, container, desktop)).toEqual({ x: 0, y: 0 });
    expect(desktopPoint({ x: 900, y: 499 }, container, desktop)).toEqual({ x: 999, y: 499 });
  });
});
