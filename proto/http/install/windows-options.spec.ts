import { RULES } from '../rules.js';
import { batchRequest } from './batches.js';
import { windowsOptions } from './windows-options.js';

const problemsOf = (options: unknown) =>
  windowsOptions.safeParse(options).error?.issues.map(({ path, message }) => [path[0], message]) ??
  [];

describe('windowsOptions', () => {
  it('accepts every option', () => {
    const options = {
      time_zone: 'Asia/Jakarta',
      keyboard: '00000409',
      region: 'id-ID',
      computer_name: 'OFFICE-1',
      account_name: 'budi',
      account_password: 'Rahasia-123',
      account_group: 'administrators',
      networks: ['203.0.113.0/24', '192.0.2.1'],
    };
    expect(windowsOptions.parse(options)).toEqual(options);
  });

  it('accepts an empty object', () => expect(problemsOf({})).toEqual([]));

  it.each([
    ['time_zone', 'Mars/Olympus', RULES.TIME_ZONE],
    ['time_zone', '+07:00', RULES.TIME_ZONE],
    ['keyboard', '0000ffff', RULES.WINDOWS_KEYBOARD],
    ['region', 'indonesian', RULES.WINDOWS_REGION],
    ['computer_name', 'sixteen-letters-', RULES.COMPUTER_NAME],
    ['computer_name', '12345', RULES.COMPUTER_NAME],
    ['computer_name', 'Administrator', RULES.COMPUTER_NAME],
    ['computer_name', 'a</ComputerName>', RULES.COMPUTER_NAME],
    ['networks', [], RULES.WINDOWS_NETWORKS],
    ['networks', ['0.0.0.0/0'], RULES.WINDOWS_NETWORKS],
    ['networks', ['203.0.113.0/33'], RULES.WINDOWS_NETWORKS],
    ['networks', ['2001:db8::1'], RULES.WINDOWS_NETWORKS],
    ['networks', ['203.0.113.7,any'], RULES.WINDOWS_NETWORKS],
    ['networks', Array(21).fill('203.0.113.7'), RULES.WINDOWS_NETWORKS],
    ['account_group', 'root', RULES.WINDOWS_ACCOUNT_GROUP],
  ])('rejects %s %j', (name, value, message) => {
    expect(problemsOf({ [name]: value })).toEqual([[name, message]]);
  });

  it.each([
    [{ account_name: 'Guest', account_password: 'Rahasia-123' }, 'account_name'],
    [{ account_name: 'a b', account_password: 'Rahasia-123' }, 'account_name'],
    [{ account_name: 'budi' }, 'account_password'],
    [{ account_password: 'Rahasia-123' }, 'account_name'],
    [{ account_name: 'budi', account_password: 'rahasiaaa1' }, 'account_password'],
    [{ account_name: 'budi', account_password: 'Budi-12345' }, 'account_password'],
    [
      { account_name: 'web', computer_name: 'WEB', account_password: 'Rahasia-123' },
      'account_name',
    ],
  ])('rejects the account %j', (options, field) => {
    expect(problemsOf(options).map(([path]) => path)).toEqual([field]);
  });
});

describe('batchRequest', () => {
  it('rejects a computer name, which would be the same on every machine', () => {
    const { error } = batchRequest.safeParse({
      rows: [{}],
      windows_options: { computer_name: 'web' },
    });
    expect(error?.issues).toMatchObject([
      { path: ['windows_options', 'computer_name'], message: RULES.BATCH_COMPUTER_NAME },
    ]);
  });
});
