import { RULES } from '../rules.js';
import { batchRequest } from './batches/batches.js';
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
      dns: ['1.1.1.1', '2606:4700:4700::1111', '169.254.169.254'],
      address: '203.0.113.10/24',
      gateway: '203.0.113.1',
      ipv6: true,
      product_key: 'BCDFG-HJKMP-QRTVW-XY346-789BC',
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
    ['dns', [], RULES.WINDOWS_DNS],
    ['dns', ['dns.example'], RULES.WINDOWS_DNS],
    ['dns', ['127.0.0.53'], RULES.WINDOWS_DNS],
    ['dns', ['fe80::1'], RULES.WINDOWS_DNS],
    ['dns', Array(4).fill('1.1.1.1'), RULES.WINDOWS_DNS],
    ['ipv6', 'off', RULES.WINDOWS_IPV6],
    ['product_key', 'BCDFG-HJKMP-QRTVW-XY346', RULES.WINDOWS_PRODUCT_KEY],
    ['product_key', 'OOOOO-IIIII-QRTVW-XY346-789BC', RULES.WINDOWS_PRODUCT_KEY],
    ['account_group', 'root', RULES.WINDOWS_ACCOUNT_GROUP],
  ])('rejects %s %j', (name, value, message) => {
    expect(problemsOf({ [name]: value })).toEqual([[name, message]]);
  });

  it.each([
    '169.254.1.5/16',
    '127.0.0.1/8',
    '198.18.0.1/15',
    '224.0.0.1/24',
    '203.0.113.10',
    '203.0.113.10/33',
  ])('rejects the address %s', (address) => {
    expect(problemsOf({ address, gateway: '203.0.113.1' })[0]).toEqual([
      'address',
      RULES.WINDOWS_ADDRESS,
    ]);
  });

  it.each([
    ['another network', '203.0.113.10/24', '198.51.100.1'],
    ['the address itself', '203.0.113.10/24', '203.0.113.10'],
    ['the network', '203.0.113.10/24', '203.0.113.0'],
    ['the broadcast address', '203.0.113.10/24', '203.0.113.255'],
    ['the address, which is the network', '203.0.113.0/24', '203.0.113.1'],
  ])('rejects a gateway that is %s', (_, address, gateway) => {
    expect(problemsOf({ address, gateway })).toEqual([
      ['gateway', RULES.WINDOWS_GATEWAY_UNREACHABLE],
    ]);
  });

  it.each([
    ['a point-to-point address', '203.0.113.10/32', '198.51.100.1'],
    ['a private address behind NAT', '10.0.2.15/24', '10.0.2.2'],
    ['a network of two', '203.0.113.10/31', '203.0.113.11'],
  ])('accepts %s', (_, address, gateway) => {
    expect(problemsOf({ address, gateway })).toEqual([]);
  });

  it.each([
    [{ address: '203.0.113.10/24' }, 'gateway', RULES.WINDOWS_GATEWAY],
    [{ gateway: '203.0.113.1' }, 'address', RULES.WINDOWS_ADDRESS],
    [{ dns: ['2001:db8::53'], ipv6: false }, 'dns', RULES.WINDOWS_DNS_NEEDS_IPV6],
  ])('rejects the incomplete network %j', (options, field, message) => {
    expect(problemsOf(options)).toEqual([[field, message]]);
  });

  it('accepts a licence key in lower case', () => {
    expect(windowsOptions.parse({ product_key: ' bcdfg-hjkmp-qrtvw-xy346-789bc ' })).toMatchObject({
      product_key: 'BCDFG-HJKMP-QRTVW-XY346-789BC',
    });
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
  it('rejects an address, which would be the same on every machine', () => {
    const { error } = batchRequest.safeParse({
      rows: [{}],
      windows_options: { address: '203.0.113.10/24', gateway: '203.0.113.1' },
    });
    expect(error?.issues).toMatchObject([
      { path: ['windows_options', 'address'], message: RULES.BATCH_ADDRESS },
    ]);
  });

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
