import svgCaptcha from 'svg-captcha';

type DrawText = (
  text: string,
  options: { width: number; height: number; fontSize: number; noise: number },
) => string;

/**
 * Draws the question as an SVG data URL. The library's own `createMathExpr` keeps the question to
 * itself, and the answer carries the question as text too (SPEC §3), so it draws what it is given.
 * Its own ground would bring random, often pale colours with it: dark grey on a white ground of ours
 * stays readable, on a dark page too.
 */
export function drawQuestion(question: string): string {
  const draw = svgCaptcha as unknown as DrawText;
  const svg = draw(question.replaceAll(' ', ''), {
    width: 180,
    height: 56,
    fontSize: 56,
    noise: 2,
  });
  const onWhite = svg.replace('>', '><rect width="100%" height="100%" fill="#ffffff"/>');
  return `data:image/svg+xml;base64,${Buffer.from(onWhite).toString('base64')}`;
}
