import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseFacts } from '@casement/install-engine/machine/facts.js';
import { vpsScript } from '@casement/install-engine/scripts.js';

describe('facts.sh: evidence of a hypervisor', () => {
  let root: string;
  const at = (...segments: string[]) => join(root, ...segments);
  const writeFixture = (path: string, content: string | Buffer = '') => {
    mkdirSync(dirname(at(path)), { recursive: true });
    writeFileSync(at(path), content);
  };
  beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'casement-virt-'))));
  afterEach(() => rmSync(root, { recursive: true }));

  async function capture() {
    const script = (await vpsScript('facts'))
      .replaceAll('/sys/class/dmi', at('dmi'))
      .replaceAll('/sys/bus/', `${at('bus')}/`)
      .replaceAll('/sys/devices/system/clocksource', at('clocksource'))
      .replaceAll('/dev/cpu', at('cpu'))
      .replaceAll('/proc/2/comm', at('comm'))
      .replaceAll('/.dockerenv', at('.dockerenv'))
      .replace('[ -d /proc/vz ]', 'false')
      .replaceAll('/proc/1/environ', at('environ'))
      .replaceAll('systemd-detect-virt', at('detect-virt'))
      .replaceAll(/^dmesg.*$/gm, '')
      .replaceAll(/^have lscpu.*$/gm, '');
    return parseFacts(spawnSync('sh', ['-s'], { input: script, encoding: 'utf8' }).stdout);
  }

  it('reads DMI, buses with devices, clock sources and both CPUID signatures', async () => {
    writeFixture('dmi/id/sys_vendor', 'Some Host\n');
    writeFixture('dmi/id/bios_vendor', 'SeaBIOS\n');
    writeFixture('dmi/id/chassis_asset_tag', 'OracleCloud.com\n');
    writeFixture('bus/virtio/devices/virtio0');
    mkdirSync(at('bus/vmbus/devices'), { recursive: true });
    writeFixture('clocksource/clocksource0/available_clocksource', 'kvm-clock tsc hpet \n');
    // Like the kernel's device, the 16 bytes of a leaf are at the offset equal to the leaf's number.
    writeFixture('cpu/0/cpuid');
    for (const [leaf, name] of [
      [0x40000000, 'Microsoft Hv'],
      [0x40000100, 'KVMKVMKVM\0\0\0'],
    ] as const) {
      const registers = Buffer.concat([Buffer.alloc(4), Buffer.from(name)]);
      const target = `of=${at('cpu/0/cpuid')}`;
      spawnSync('dd', [target, 'bs=16', `seek=${leaf / 16}`, 'conv=notrunc'], { input: registers });
    }
    expect(await capture()).toMatchObject({
      dmiMore: ['SeaBIOS', 'OracleCloud.com'],
      hypervisorBuses: ['virtio'],
      clockSources: ['kvm-clock', 'tsc', 'hpet'],
      hypervisorCpu: ['MicrosoftHv', 'KVMKVMKVM'],
    });
  });

  it('trusts the files of a container only if the kernel’s threads are hidden', async () => {
    writeFixture('.dockerenv');
    writeFileSync(at('detect-virt'), '#!/bin/sh\n[ $1 = --vm ] && echo kvm || echo docker\n', {
      mode: 0o755,
    });
    writeFixture('comm', 'bash\n');
    expect((await capture()).containers).toEqual(['docker', '.dockerenv']);
    // OpenVZ appends a number to the names of the threads that it shows.
    writeFixture('comm', 'kthreadd/101\n');
    expect((await capture()).containers).toEqual(['docker', '.dockerenv']);
    writeFixture('comm', 'kthreadd\n');
    expect(await capture()).toMatchObject({ virt: 'kvm', containers: [] });
  });

  it('omits values that the machine does not show', async () => {
    expect(await capture()).toMatchObject({
      dmiMore: [],
      hypervisorBuses: [],
      clockSources: [],
      hypervisorCpu: [],
    });
  });
});
