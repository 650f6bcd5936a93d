import { scrub } from './scrub.js';

const TOKEN = '7000000001:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw0';

describe(scrub.name, () => {
  it.each([
    [`request to https://api.telegram.org/bot${TOKEN}/getMe failed`],
    [`request to https://api.telegram.org/bot${encodeURIComponent(TOKEN)}/getMe failed`],
    [`bot${TOKEN} and bot${TOKEN}`],
  ])('removes the token from "%s"', (text) => {
    for (const tokens of [[TOKEN], []]) {
      expect(scrub(text, tokens)).not.toContain('AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw0');
    }
  });

  it('removes a configured token of any form', () => {
    expect(scrub('at /botodd-token/getMe', ['odd-token'])).toBe('at /bot[token]/getMe');
  });

  it('keeps other text unchanged', () => {
    expect(scrub('Bad Request: chat not found 5000000001', [''])).toBe(
      'Bad Request: chat not found 5000000001',
    );
  });

  it('§8 keeps at most 500 characters', () => {
    expect(scrub('x'.repeat(2_000))).toHaveLength(500);
  });
});
