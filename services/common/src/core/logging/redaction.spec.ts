import { randomToken, sha256Hex } from '../crypto/tokens.js';
import { withoutTokens } from './redaction.js';

describe(withoutTokens.name, () => {
  it('redacts tokens anywhere in a path', () => {
    const [one, two] = [randomToken(), randomToken()];
    expect(withoutTokens(`/api/auth/validate-reset-token/${one}`)).toBe(
      '/api/auth/validate-reset-token/[token]',
    );
    expect(withoutTokens(`/a/${one}/b/${two}/`)).toBe('/a/[token]/b/[token]/');
  });

  it('keeps ids, hashes and names', () => {
    for (const path of [
      '/api/admin/users/01890a5d-ac96-774b-bcce-b302099a8057',
      `/images/chunks/${sha256Hex('x')}`,
      '/api/admin/install-monitoring/realtime',
    ]) {
      expect(withoutTokens(path)).toBe(path);
    }
  });
});
