import { renderQuestion } from './captcha-image.js';

const svgOf = (url: string) => decodeURIComponent(url.replace('data:image/svg+xml,', ''));

describe(renderQuestion.name, () => {
  it('draws every character of the question without containing the question as text', () => {
    const svg = svgOf(renderQuestion('7 + 5 = ?'));

    expect(svg).toMatch(/^<svg /);
    expect(svg.match(/<path fill='#\d+' transform='[^']+' d='m-?\d/g)).toHaveLength('7+5=?'.length);
    expect(svg).not.toContain('<text');
  });

  it('draws the same question differently each time, in a few kilobytes', () => {
    const [one, other] = [renderQuestion('18 x 8 = ?'), renderQuestion('18 x 8 = ?')];
    expect(one).not.toBe(other);
    expect(one.length).toBeLessThan(10_000);
  });
});
