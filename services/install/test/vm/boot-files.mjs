/**
 * `make lab-boot-files [options='sata nvme']`: builds an image for a BIOS of a made-up ISO whose boot manager is the lab's
 * stand-in, and lets SeaBIOS start it from a disk on each bus. The stand-in must be what starts, as Windows' own would, and
 * find its partition. Ends with 1 where it does not.
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { buildImage } from '../../dist/engine/image/build/build-image.js';
import {
  addEdition,
  driverFolder,
  makeIso,
  run,
  windowsTree,
  write,
} from '../../dist/engine/testing/windows-medium.js';

const BUSES = {
  'virtio-blk': ['-device', 'virtio-blk-pci,drive=disk'],
  'virtio-scsi': ['-device', 'virtio-scsi-pci', '-device', 'scsi-hd,drive=disk'],
  sata: ['-device', 'ahci,id=sata', '-device', 'ide-hd,bus=sata.0,drive=disk'],
  nvme: ['-device', 'nvme,drive=disk,serial=casement'],
};
const STANDIN = resolve('deploy/lab/standin');
/** What the stand-in must say. */
const EXPECTED = ['bootmgr=started', 'drive=80', 'hidden=00000800', 'volume=ntfs', 'end'];
/** For a machine that hangs. */
const LIMIT_MS = 300_000;

const all = Object.keys(BUSES);
const wanted = process.argv.length > 2 ? process.argv.slice(2) : all;
const unknown = wanted.find((name) => !all.includes(name));
if (unknown) throw new Error(`${unknown} is none of ${all.join(', ')}`);

const data = resolve(process.env.DATA_DIR ?? '.data');
mkdirSync(join(data, 'lab'), { recursive: true });
const work = mkdtempSync(join(data, 'lab', '.boot-files.'));
try {
  process.exitCode = (await main()) ? 0 : 1;
} finally {
  rmSync(work, { recursive: true, force: true });
}

async function main() {
  const iso = makeMedium();
  const output = join(work, 'bios.raw');
  const drivers = join(work, 'drivers');
  const options = { iso, drivers, output, firmware: 'bios', sizeMib: 160 };
  const { findings } = await buildImage(options);
  const wrong = findings.filter(({ result }) => result !== 'ok');
  if (wrong.length > 0) throw new Error(`check-image: ${wrong[0].message}`);
  let failed = 0;
  for (const bus of wanted) {
    const began = Date.now();
    const seen = await start(bus, output);
    const missing = EXPECTED.find((line) => !seen.includes(line));
    if (missing) failed += 1;
    const seconds = Math.round((Date.now() - began) / 1000);
    say(`${bus}: ${missing ? `not ${missing}` : 'ok'} after ${seconds} s`);
    if (missing) say(`  it said: ${seen.join('; ') || 'nothing'}`);
  }
  say(`${failed} failed`);
  return failed === 0;
}

function makeMedium() {
  const assemble = `as --32 -o bootmgr.o ${STANDIN}/bootmgr.S && ld -m elf_i386 -Ttext 0 --oformat binary -o bootmgr bootmgr.o`;
  execFileSync('sh', ['-c', assemble], { cwd: work });
  write(join(work, 'tree'), {
    ...windowsTree(work),
    'Windows/Boot/PCAT/bootmgr': readFileSync(join(work, 'bootmgr')),
  });
  write(join(work, 'drivers'), driverFolder());
  mkdirSync(join(work, 'medium', 'sources'), { recursive: true });
  addEdition(work, 'tree', 'medium/sources/install.wim', { name: 'Lab', id: 'ServerStandard' });
  return makeIso(work, 'medium', 'medium.iso', true);
}

/** The lines that the stand-in said, from a machine that has this disk and nothing else to start from. */
async function start(bus, output) {
  const disk = `if=none,id=disk,format=raw,snapshot=on,file=${output}`;
  const options = ['-serial', 'stdio', '-drive', disk, ...BUSES[bus]];
  const script = '. deploy/lab/lib.sh && machine && exec "${qemu[@]}" "$@"';
  const machine = spawn('bash', ['-c', script, 'lab', ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const timer = setTimeout(() => machine.kill('SIGKILL'), LIMIT_MS);
  const said = [];
  for await (const line of createInterface({ input: machine.stdout })) {
    const [, text] = /STANDIN (.*?)\s*$/.exec(line) ?? [];
    if (text) said.push(text);
    if (text === 'end') machine.kill('SIGKILL');
  }
  clearTimeout(timer);
  return said;
}

function say(text) {
  process.stdout.write(`${text}\n`);
}
