import { drawQuestion } from './captcha-image.js';

describe(drawQuestion.name, () => {
  it('draws every character of the question and does not spell it out', () => {
    const url = drawQuestion('7 + 5 = ?');
    const svg = Buffer.from(url.replace('data:image/svg+xml;base64,', ''), 'base64').toString();

    expect(svg).toMatch(/^<svg /);
    expect(svg.match(/<path fill=/g)).toHaveLength('7+5=?'.length);
    expect(svg).not.toContain('<text');
  });
});
