import { createApiKeyRequest } from './api-keys.js';

const problems = (fields: object) => {
  const key = { name: 'Script', scopes: ['installs:read', 'admin:read'], ...fields };
  const { error } = createApiKeyRequest.safeParse(key);
  return error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [];
};
const office = { networks: ['203.0.113.7'], expires_in_days: 90 };

describe("administrator's API key request", () => {
  it.each([
    [office],
    [{ networks: ['10.0.0.0/8', '2001:db8::/32', '203.0.113.7'], expires_in_days: 1 }],
  ])('accepts %j', (fields) => expect(problems(fields)).toEqual([]));

  it.each([
    [{ networks: [], expires_in_days: 90 }, 'networks', 'at least one address'],
    [{ networks: ['0.0.0.0/0'], expires_in_days: 90 }, 'networks', '/8 or smaller'],
    [{ networks: ['203.0.113.7', '::/1'], expires_in_days: 90 }, 'networks', '/16 or smaller'],
    [{ ...office, expires_in_days: null }, 'expires_in_days', 'after at most 90 days'],
    [{ ...office, expires_in_days: 91 }, 'expires_in_days', 'after at most 90 days'],
  ])('rejects %j', (fields, path, message) => {
    expect(problems(fields)).toEqual([[path, expect.stringContaining(message)]]);
  });

  it("imposes none of these restrictions on a customer's key", () => {
    expect(problems({ scopes: ['installs:read'] })).toEqual([]);
  });
});
