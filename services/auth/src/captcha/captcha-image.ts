import { randomInt } from 'node:crypto';
import svgCaptcha from 'svg-captcha';

interface PathCommand {
  type: 'M' | 'L' | 'Q' | 'C' | 'Z';
  x?: number;
  y?: number;
  x1?: number;
  y1?: number;
  x2?: number;
  y2?: number;
}
interface Font {
  unitsPerEm: number;
  charToGlyph(character: string): {
    advanceWidth: number;
    getPath(x: number, y: number, fontSize: number): { commands: PathCommand[] };
  };
}

const WIDTH = 180;
const HEIGHT = 56;
const FONT_SIZE = 56;
/** Rounds coordinates to quarter pixels. The difference is invisible and halves the number of characters. */
const STEPS_PER_PIXEL = 4;
const CHARACTERS = '0123456789+-x=?';

/**
 * Glyph paths of svg-captcha's font, centred at 0, 0. Prepared once because preparing them for each question took a
 * millisecond.
 */
const glyphs = new Map([...CHARACTERS].map((character) => [character, prepare(character)]));

/**
 * Draws the question as an SVG data URL in the style of svg-captcha, whose own functions accept no question: dark
 * grey glyphs, turned and shifted, crossed by two lines. The white background keeps it readable on a dark page.
 */
export function renderQuestion(question: string): string {
  const characters = [...question.replaceAll(' ', '')];
  const spacing = (WIDTH - 2) / (characters.length + 1);
  const paths = characters.map((character, n) => {
    const at = `${Math.round(spacing * (n + 1)) + between(-2, 2)},${HEIGHT / 2 + between(-4, 4)}`;
    const transform = `translate(${at})rotate(${between(-12, 12)})scale(${1 / STEPS_PER_PIXEL})`;
    return `<path fill='${grey(0, 4)}' transform='${transform}' d='${glyphs.get(character) ?? ''}'/>`;
  });
  const size = `width='${WIDTH}' height='${HEIGHT}' viewBox='0,0,${WIDTH},${HEIGHT}'`;
  const ground = "<rect width='100%' height='100%' fill='#fff'/>";
  const content = [ground, line(), line(), ...paths].join('');
  const svg = `<svg xmlns='http://www.w3.org/2000/svg' ${size}>${content}</svg>`;
  return `data:image/svg+xml,${svg.replace(/[%#<> ]/g, encodeURIComponent)}`;
}

function line(): string {
  const [start, end] = [`${between(1, 21)},${y()}`, `${between(WIDTH - 21, WIDTH - 1)},${y()}`];
  const bends = `${middle()},${y()},${middle()},${y()}`;
  return `<path fill='none' stroke='${grey(1, 9)}' d='M${start}C${bends},${end}'/>`;
}

const between = (lowest: number, highest: number): number => randomInt(lowest, highest + 1);
const y = () => between(1, HEIGHT - 1);
const middle = () => between(WIDTH / 2 - 21, WIDTH / 2 + 21);
const grey = (darkest: number, lightest: number): string =>
  `#${between(darkest, lightest).toString(16).repeat(3)}`;

/**
 * Writes a glyph's path with relative coordinates, which are shorter than absolute ones: mostly one or two digits.
 */
function prepare(character: string): string {
  const { font, ascender, descender } = svgCaptcha.options as unknown as {
    font: Font;
    ascender: number;
    descender: number;
  };
  const scale = FONT_SIZE / font.unitsPerEm;
  const glyph = font.charToGlyph(character);
  const left = (-glyph.advanceWidth * scale) / 2;
  const baseline = ((ascender + descender) * scale) / 2;
  let [fromX, fromY, startX, startY] = [0, 0, 0, 0];
  return glyph
    .getPath(left, baseline, FONT_SIZE)
    .commands.map(({ type, ...c }) => {
      if (type === 'Z') {
        [fromX, fromY] = [startX, startY];
        return 'z';
      }
      const points = [c.x1, c.y1, c.x2, c.y2, c.x, c.y].filter((value) => value !== undefined);
      const steps = points.map((value) => Math.round(value * STEPS_PER_PIXEL));
      const offsets = steps.map((value, n) => value - (n % 2 === 0 ? fromX : fromY));
      [fromX = 0, fromY = 0] = steps.slice(-2);
      if (type === 'M') [startX, startY] = [fromX, fromY];
      return type.toLowerCase() + offsets.join().replaceAll(',-', '-');
    })
    .join('');
}
