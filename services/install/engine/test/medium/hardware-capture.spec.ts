import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseFacts } from '@casement/install-engine/machine/facts.js';
import { vpsScript } from '@casement/install-engine/scripts.js';

describe('facts.sh: processor and disk controller', () => {
  let root: string;
  const at = (...segments: string[]) => join(root, ...segments);
  const writeFixture = (path: string, content: string) => {
    mkdirSync(dirname(at(path)), { recursive: true });
    writeFileSync(at(path), content);
  };
  beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'casement-hardware-'))));
  afterEach(() => rmSync(root, { recursive: true }));

  async function capture() {
    const script = (await vpsScript('facts'))
      .replaceAll('/proc/cpuinfo', at('cpuinfo'))
      .replaceAll('/sys/block', at('block'));
    return parseFacts(spawnSync('sh', ['-s'], { input: script, encoding: 'utf8' }).stdout);
  }

  it('reads the model, the flags and the number of sockets', async () => {
    const cpu = (socket: number) =>
      `processor\t: ${socket}\nmodel name\t: QEMU Virtual CPU version 2.5+\nphysical id\t: ${socket}\nflags\t\t: fpu sse2 cx16\n\n`;
    writeFixture('cpuinfo', cpu(0) + cpu(1) + cpu(1));
    expect(await capture()).toMatchObject({
      cpuModel: 'QEMU Virtual CPU version 2.5+',
      cpuFlags: ['fpu', 'sse2', 'cx16'],
      sockets: 2,
    });
  });

  it.each([
    ['ide', 'devices/pci0000:00/0000:00:01.1', '0x010180'],
    ['sata', 'devices/pci0000:00/0000:00:1f.2', '0x010601'],
    ['sata', 'devices/pci0000:00/0000:00:1f.2', '0x010400'],
  ])('detects %s by the class of the controller', async (bus, controller, kind) => {
    writeFixture(`${controller}/class`, `${kind}\n`);
    writeFixture(`${controller}/ata1/host0/target0:0:0/0:0:0:0/block/sda/size`, '8388608\n');
    const device = `${controller}/ata1/host0/target0:0:0/0:0:0:0`;
    symlinkSync(at(device), at(device, 'block/sda/device'));
    mkdirSync(at('block'), { recursive: true });
    symlinkSync(at(device, 'block/sda'), at('block/sda'));
    const { disks } = await capture();
    expect(disks.map((disk) => [disk.name, disk.bus])).toEqual([['sda', bus]]);
  });
});
