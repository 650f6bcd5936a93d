import { escapeText, quote } from './telegram-html.js';

describe('text in Telegram messages', () => {
  it('is escaped', () => {
    expect(escapeText('<b>&"x"</b>')).toBe('&lt;b&gt;&amp;"x"&lt;/b&gt;');
  });

  it('is cut before it is escaped, between whole characters', () => {
    expect(quote('😀'.repeat(10), 4)).toBe('😀😀😀…');
    expect(quote('<'.repeat(10), 3)).toBe('&lt;&lt;…');
    expect(quote('short', 5)).toBe('short');
  });
});
