import { drawQuestion } from './captcha-image.js';

const svgOf = (url: string) => decodeURIComponent(url.replace('data:image/svg+xml,', ''));

describe(drawQuestion.name, () => {
  it('draws every character of the question and does not spell it out', () => {
    const svg = svgOf(drawQuestion('7 + 5 = ?'));

    expect(svg).toMatch(/^<svg /);
    expect(svg.match(/<path fill='#\d+' transform='[^']+' d='m-?\d/g)).toHaveLength('7+5=?'.length);
    expect(svg).not.toContain('<text');
  });

  it('draws it differently each time, in some kilobytes', () => {
    const [one, other] = [drawQuestion('18 x 8 = ?'), drawQuestion('18 x 8 = ?')];
    expect(one).not.toBe(other);
    expect(one.length).toBeLessThan(10_000);
  });
});
