import { escapeText, quote } from './telegram-html.js';

describe('Telegram text escaping', () => {
  it('escapes special characters', () => {
    expect(escapeText('<b>&"x"</b>')).toBe('&lt;b&gt;&amp;"x"&lt;/b&gt;');
  });

  it('truncates before escaping, between whole characters', () => {
    expect(quote('😀'.repeat(10), 4)).toBe('😀😀😀…');
    expect(quote('<'.repeat(10), 3)).toBe('&lt;&lt;…');
    expect(quote('short', 5)).toBe('short');
  });
});
