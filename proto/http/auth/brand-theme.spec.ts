import {
  accentContrast,
  brandTheme,
  contrast,
  isReadableAccent,
  MIN_CONTRAST,
  readableAccent,
} from './brand-theme.js';

describe('brand theme', () => {
  it('has the contrast of the WCAG formula', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
    expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
  });

  it('derives nearly Casement’s own colours from Casement’s own accent', () => {
    const { light, dark } = brandTheme('#045b61');
    expect(light).toMatchObject({ primary: '#045b61', 'primary-foreground': '#f9fdfd' });
    expect(dark.primary).toMatch(/^#8[0-3]d[89]d[5-8]$/);
  });

  it('accepts accents by their contrast in both themes', () => {
    expect(isReadableAccent('#045b61')).toBe(true);
    expect(isReadableAccent('#000000')).toBe(true);
    expect(isReadableAccent('#ffd400')).toBe(false);
    expect(isReadableAccent('#ffffff')).toBe(false);
  });

  it('is readable in the dark theme for every hue', () => {
    for (let hue = 0; hue < 360; hue += 15) {
      const [r, g, b] = [0, 120, 240].map((shift) =>
        Math.round(60 + 50 * Math.cos(((hue + shift) * Math.PI) / 180))
          .toString(16)
          .padStart(2, '0'),
      );
      expect(accentContrast(`#${r}${g}${b}`).dark).toBeGreaterThanOrEqual(MIN_CONTRAST);
    }
  });

  it.each(['#ffd400', '#ffffff', '#7ed957', '#ff66cc'])(
    'suggests a readable colour near %s',
    (accent) => {
      const suggested = readableAccent(accent);
      expect(isReadableAccent(suggested)).toBe(true);
      expect(accentContrast(suggested).light).toBeLessThan(MIN_CONTRAST + 1);
    },
  );

  it('suggests a readable colour unchanged', () => {
    expect(readableAccent('#a3003c')).toBe('#a3003c');
  });
});
