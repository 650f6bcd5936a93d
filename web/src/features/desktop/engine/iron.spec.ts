import { readAccount } from './iron.js';

jest.mock('@devolutions/iron-remote-desktop-rdp', () => ({}));

describe(readAccount.name, () => {
  it.each([
    ['Administrator', '', 'Administrator'],
    ['.\\Administrator', '', 'Administrator'],
    [' WIN-1\\Hans ', 'WIN-1', 'Hans'],
    ['hans@example.com', '', 'hans@example.com'],
  ])('splits %s into domain and user', (account, domain, user) => {
    expect(readAccount(account)).toEqual({ domain, user });
  });
});
