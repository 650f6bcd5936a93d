import type { LinuxSettings } from '../machine/linux-settings.js';
import {
  answerFileName,
  settingsFile,
  windowsSettings,
  windowsZone,
  type WindowsChoices,
} from './settings.js';

const LINUX: LinuxSettings = {
  timeZone: 'Asia/Jakarta',
  keyboard: '00000407',
  region: 'id-ID',
  computerName: 'web-01',
  rtcIsUtc: true,
};
const KEY = 'BCDFG-HJKMP-QRTVW-XY346-789BC';
const SCRIPT = "Set-Content C:\\setup.txt 'Sesame-73!'";
const settingsOf = (choices: WindowsChoices | null, linux: LinuxSettings | null = LINUX) =>
  windowsSettings(
    linux,
    choices,
    { accountPassword: 'Secret-1234', productKey: KEY, script: SCRIPT },
    ['198.51.100.0/24', '2001:db8::/32'],
  );

describe(windowsZone.name, () => {
  it.each([
    ['Asia/Jakarta', 'SE Asia Standard Time'],
    ['Asia/Makassar', 'Singapore Standard Time'],
    ['Etc/UTC', 'UTC'],
    ['US/Pacific', 'Pacific Standard Time'],
    ['Europe/Kyiv', 'FLE Standard Time'],
  ])('maps %s to %s', (zone, windows) => expect(windowsZone(zone)).toBe(windows));

  it('returns an empty text for a zone that Windows does not have', () => {
    expect(windowsZone('Mars/Olympus_Mons')).toBe('');
  });
});

describe(windowsSettings.name, () => {
  it('takes over the settings of Linux by default', () => {
    expect(settingsOf(null)).toEqual({
      timeZone: 'SE Asia Standard Time',
      keyboard: '00000407',
      forcesKeyboard: false,
      region: 'id-ID',
      displayLanguage: '',
      computerName: 'web-01',
      rtcIsUtc: true,
      account: null,
      networks: null,
      network: { dns: undefined, address: undefined, ipv6: undefined },
      productKey: KEY,
      script: SCRIPT,
    });
  });

  it('prefers the customer’s choices', () => {
    const choices = {
      time_zone: 'Europe/Berlin',
      keyboard: '0000040c',
      region: 'fr-FR',
      display_language: 'sr-Latn-RS',
      computer_name: 'OFFICE',
      account_name: 'budi',
      account_group: 'administrators',
    } as const;
    expect(settingsOf(choices)).toMatchObject({
      timeZone: 'W. Europe Standard Time',
      keyboard: '0000040c',
      forcesKeyboard: true,
      region: 'fr-FR',
      displayLanguage: 'sr-Latn-RS',
      computerName: 'OFFICE',
      account: { name: 'budi', password: 'Secret-1234', group: 'administrators' },
    });
  });

  it('keeps the image’s settings if neither a choice nor a setting of Linux is known', () => {
    expect(settingsOf(null, null)).toMatchObject({ timeZone: '', keyboard: '', computerName: '' });
  });

  it('creates no second account once its password was erased', () => {
    const erased = { accountPassword: null, productKey: null, script: null };
    expect(windowsSettings(LINUX, { account_name: 'budi' }, erased, []).account).toBeNull();
  });

  it('adds the IPv4 networks of the service and clears host bits of the chosen ones', () => {
    const { networks } = settingsOf({ networks: ['203.0.113.77/24', '192.0.2.1', '10.1.2.3/9'] });
    expect(networks).toEqual(['203.0.113.0/24', '192.0.2.1', '10.0.0.0/9', '198.51.100.0/24']);
  });
});

describe(answerFileName.name, () => {
  it.each(['', '12345', 'Administrator', 'a'.repeat(16), 'web_01', '-web', 'web-', 'a<b', 'budi'])(
    'leaves the name to Windows instead of %j, which would stop its setup',
    (computerName) => {
      const account = { name: 'Budi', password: '', group: 'users' } as const;
      expect(answerFileName({ ...settingsOf(null), computerName, account })).toBe('*');
    },
  );

  it('returns a valid name', () => expect(answerFileName(settingsOf(null))).toBe('web-01'));
});

describe(settingsFile.name, () => {
  const NETWORK = { dns: ['1.1.1.1', '2001:db8::53'], address: '203.0.113.10/24', ipv6: true };

  it('contains each setting on a line, without password and licence key', () => {
    const text = settingsFile(
      settingsOf({
        account_name: 'budi',
        networks: ['203.0.113.7'],
        keyboard: '00000409',
        display_language: 'de-DE',
        ...NETWORK,
      }),
    );
    expect(text.split('\r\n')).toEqual([
      'TIME_ZONE=SE Asia Standard Time',
      'RTC=UTC',
      'KEYBOARD=00000409',
      'KEYBOARD_FORCED=yes',
      'REGION=id-ID',
      'DISPLAY_LANGUAGE=de-DE',
      'COMPUTER_NAME=web-01',
      'ADDRESS=203.0.113.10/24',
      'DNS=1.1.1.1,2001:db8::53',
      'IPV6=on',
      'ACCOUNT=budi',
      'ACCOUNT_GROUP=users',
      'NETWORKS=203.0.113.7,198.51.100.0/24',
      'AFTER_PROOF=licence key, first-start script',
      '',
    ]);
  });

  it.each([
    ['region', 'REGION', 'id-ID\r\nACCOUNT=x'],
    ['timeZone', 'TIME_ZONE', '"; calc'],
    ['keyboard', 'KEYBOARD', '0000ffff'],
  ])('leaves out an invalid %s', (name, key, value) => {
    const lines = settingsFile({ ...settingsOf(null), [name]: value }).split('\r\n');
    expect(lines).toContain(`${key}=`);
    expect(lines).toHaveLength(15);
  });
});
