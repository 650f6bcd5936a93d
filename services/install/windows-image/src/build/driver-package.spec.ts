import { storageInf } from '../testing/windows-medium.js';
import { bootDriverChanges } from './driver-changes.js';
import { readPackage } from './driver-package.js';
import type { WindowsTarget } from './inf-target.js';

const server2022: WindowsTarget = {
  architecture: 'x86_64',
  major: 10,
  minor: 0,
  build: 20348,
  isServer: true,
};
const inf = storageInf('viostor', '1001');
const read = (text: string | Buffer, target = server2022) =>
  readPackage('viostor.inf', Buffer.isBuffer(text) ? text : Buffer.from(text, 'latin1'), target);

describe(readPackage, () => {
  it('parses devices, service, settings and files and replaces strings', () => {
    expect(read(inf)).toMatchObject({
      provider: 'A Vendor; of tests',
      catalog: 'viostor.cat',
      version: [100, 95, 104, 26600],
      date: new Date('2024-07-16'),
      files: ['viostor.inf', 'viostor.cat', 'viostor.sys'],
      devices: [
        {
          install: 'viostor_install',
          ids: ['PCI\\VEN_1AF4&DEV_1001&SUBSYS_00021AF4&REV_00', 'PCI\\VEN_1AF4&DEV_1001'],
        },
      ],
      service: { name: 'viostor', type: 1, start: 0, group: 'SCSI miniport', fromStore: false },
    });
  });

  it('parses UTF-16, any letter case and continued lines', () => {
    const other = inf
      .replace('[Version]', '[VERSION]')
      .replace('DriverVer =', 'driverver = \\\r\n  ')
      .replaceAll('AddReg =', 'ADDREG =');
    const utf16 = Buffer.from(`\ufeff${other}`, 'utf16le');
    // The folder name contains the hash of the file itself.
    const wanted = { ...read(inf), folder: expect.any(String) as string };
    expect(read(utf16)).toEqual(wanted);
  });

  it.each([
    ['NTamd64.10.0...17763', 'NTamd64.10.0...20348', 'NTamd64.10.0...26100', 1],
    ['NTamd64', 'NTamd64.10.0', 'NTx86.10.0', 1],
    ['NTamd64.10.0', 'NTamd64.10.0.1', 'NTarm64.10.0', 0],
    ['NTamd64', 'NTamd64.10.0.3', 'NTamd64.10.0.1', 1],
  ])('given %s, %s and %s, selects the newest that fits', (first, second, third, best) => {
    const targets = [first, second, third];
    const models = targets.map(
      (target, n) => `[Models.${target}]\n%Device% = viostor_install, PCI\\VEN_1AF4&DEV_000${n}\n`,
    );
    const several = inf
      .replace('Models,NTamd64', `Models,${targets.join(',')}`)
      .replace('[Models.NTamd64]', `${models.join('\n')}\n[Unused]`);
    expect(read(several).devices[0].ids).toEqual([`PCI\\VEN_1AF4&DEV_000${best}`]);
  });

  it('accepts INF names that have a meaning in JavaScript', () => {
    const withProtoKeys = inf
      .replaceAll('"Parameters"', '__proto__')
      .replace('BusType', 'toString');
    const changes = bootDriverChanges(read(withProtoKeys), 'ControlSet001');
    expect(changes['ControlSet001\\Services\\viostor\\__proto__']).toHaveProperty('toString.type');
    expect(Object.keys({})).toEqual([]);
    expect(({} as Record<string, unknown>)['toString']).toBe(Object.prototype.toString);
  });

  it.each([
    ['CatalogFile = viostor.cat', 'CatalogFile = ../x.cat', 'which is no plain name'],
    ['%12%\\viostor.sys', '%12%\\..\\ntoskrnl.exe', 'which is no driver file'],
    ['{4D36E97B', '{XXXXXXXX', 'a ClassGUID that is none'],
    ['07/16/2024,100.95.104.26600', '07/16/2024', 'without a version of four numbers'],
    ['viostor_service\n', 'none\n', 'no ServiceBinary'],
    ['%DWord%, 1\n', '0x12345, 1\n', 'a registry value of the unknown kind'],
    ['PCI\\VEN_1AF4&DEV_1001', 'USB\\X', 'names no PCI device'],
  ])('rejects an INF in which %j is changed to %j', (from, to, sentence) => {
    expect(() => read(inf.replaceAll(from, to))).toThrow(sentence);
  });
});
