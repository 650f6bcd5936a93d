/**
 * Colours of a brand, derived from one accent colour. Conversions between sRGB and OKLCH as published by Björn
 * Ottosson (https://bottosson.github.io/posts/oklab/), contrast as in WCAG 2.2.
 */
export const MIN_CONTRAST = 4.5;

type Lch = readonly [lightness: number, chroma: number, hue: number];
type Rgb = readonly [number, number, number];

/** Lightness, chroma and distance of hue from the accent, per token, as in the SPA's styles/tokens.css. */
type Token = readonly [lightness: number, chroma: number, hue: number];

/** Chroma of Casement's own accent, on which the table is based. */
const BASE_CHROMA = 0.072;
/** Keeps soft areas from becoming as strong as the text on them. */
const MAX_CHROMA_FACTOR = 1.8;

const LIGHT = {
  'primary-foreground': [0.99, 0.004, 0],
  accent: [0.945, 0.018, -3],
  'accent-foreground': [0.33, 0.055, 2],
  ring: [0.56, 0.094, -1],
  'active-soft': [0.957, 0.022, -5],
  'active-line': [0.83, 0.05, -5],
  glass: [0.655, 0.095, -5],
  'glass-dim': [0.925, 0.02, -3],
  'chart-1': [0.6, 0.093, -3],
  'chart-2': [0.8, 0.05, -3],
} as const;
const DARK = {
  primary: [0.83, 0.085, -9],
  'primary-hover': [0.89, 0.07, -9],
  'primary-foreground': [0.21, 0.035, 9],
  accent: [0.29, 0.03, 4],
  'accent-foreground': [0.9, 0.05, -7],
  ring: [0.77, 0.1, -8],
  active: [0.83, 0.085, -9],
  'active-soft': [0.272, 0.032, 3],
  'active-line': [0.42, 0.055, -3],
  glass: [0.72, 0.092, -7],
  'glass-dim': [0.3, 0.022, 7],
  'chart-1': [0.74, 0.092, -7],
  'chart-2': [0.45, 0.045, 1],
} as const;
/** Darkest light surface and lightest dark surface on which the accent is text. */
const SURFACES = { light: '#e0f1f1', dark: '#192427' };

/** Colours of one theme by CSS variable, as `#rrggbb`. */
export type ThemeColors = Record<string, string> & {
  primary: string;
  'primary-foreground': string;
};

export interface BrandTheme {
  light: ThemeColors;
  dark: ThemeColors;
}

/** @param accent `#rrggbb`, the primary colour of the light theme */
export function brandTheme(accent: string): BrandTheme {
  const [lightness, chroma, hue] = toLch(accent);
  const factor = Math.min(chroma / BASE_CHROMA, MAX_CHROMA_FACTOR);
  const derive = <T extends string>(tokens: Record<T, Token>) =>
    Object.fromEntries(
      Object.entries<Token>(tokens).map(([name, [l, c, h]]) => [
        name,
        toHex([l, c * factor, hue + h]),
      ]),
    ) as Record<T, string>;
  const hover = toHex([Math.max(lightness - 0.06, 0), chroma, hue]);
  return {
    light: { ...derive(LIGHT), primary: accent, 'primary-hover': hover, active: accent },
    dark: derive(DARK),
  };
}

/** Returns the lowest contrast of the accent in each theme, as text and below text. */
export function accentContrast(accent: string): { light: number; dark: number } {
  const { light, dark } = brandTheme(accent);
  const lowest = (theme: ThemeColors, surface: string) =>
    Math.min(
      contrast(theme.primary, surface),
      contrast(theme.primary, theme['primary-foreground']),
    );
  return { light: lowest(light, SURFACES.light), dark: lowest(dark, SURFACES.dark) };
}

export const isReadableAccent = (accent: string): boolean =>
  Object.values(accentContrast(accent)).every((value) => value >= MIN_CONTRAST);

/** Returns the lightest readable colour of the same hue: the accent itself if it is readable. */
export function readableAccent(accent: string): string {
  const [lightness, chroma, hue] = toLch(accent);
  let readable = accent;
  for (let l = lightness; l > 0 && !isReadableAccent(readable); l -= 0.01)
    readable = toHex([l, chroma, hue]);
  return readable;
}

/** Style sheet that replaces the tokens of both themes. */
export function themeCss({ light, dark }: BrandTheme): string {
  const rules = (theme: ThemeColors) =>
    Object.entries(theme)
      .map(([name, color]) => `--${name}:${color}`)
      .join(';');
  return `:root{${rules(light)}}.dark{${rules(dark)}}`;
}

export function contrast(one: string, other: string): number {
  const [dim, bright] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (bright! + 0.05) / (dim! + 0.05);
}

function luminance(hex: string): number {
  const [red, green, blue] = toLinear(hex);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const toLinear = (hex: string): Rgb =>
  [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;

function toLch(hex: string): Lch {
  const [r, g, b] = toLinear(hex);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const lightness = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s;
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const yellow = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return [lightness, Math.hypot(a, yellow), (Math.atan2(yellow, a) * 180) / Math.PI];
}

/** Reduces the chroma until sRGB contains the colour. */
function toHex([lightness, chroma, hue]: Lch): string {
  const linear = toLinearRgb([lightness, chroma, hue]);
  const isInGamut = linear.every((value) => value >= -0.0005 && value <= 1.0005);
  if (!isInGamut && chroma > 0.002) return toHex([lightness, chroma - 0.002, hue]);
  const bytes = linear.map((value) => {
    const clamped = Math.min(Math.max(value, 0), 1);
    const encoded = clamped <= 0.0031308 ? clamped * 12.92 : 1.055 * clamped ** (1 / 2.4) - 0.055;
    return Math.round(encoded * 255)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${bytes.join('')}`;
}

function toLinearRgb([lightness, chroma, hue]: Lch): Rgb {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}
