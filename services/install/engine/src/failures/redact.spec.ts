import { randomToken } from '@casement/common/core/crypto/tokens.js';
import { redact } from './redact.js';

describe(redact.name, () => {
  const password = `Sun'rise"9! $%^&é`;

  it.each([
    ['in plain text', password],
    ['in base64', Buffer.from(password).toString('base64')],
    ['in UTF-16 base64', Buffer.from(password, 'utf16le').toString('base64')],
  ])('removes a password %s', (_, form) => {
    const text = redact(`net user ${form} /y, again ${form}`, [null, password]);
    expect(text).toBe('net user [removed] /y, again [removed]');
  });

  it('removes token-like strings and the value after Bearer', () => {
    const token = randomToken();
    const text = redact(`TOKEN='${token}' Authorization: Bearer short`, []);
    expect(text).toBe("TOKEN='[removed]' Authorization: Bearer [removed]");
  });

  it('keeps hashes, paths and ordinary words', () => {
    const text = `chunk ${'a1'.repeat(32)} of /var/lib/casement/tools: done`;
    expect(redact(text, [password, 'abc'])).toBe(text);
  });
});
