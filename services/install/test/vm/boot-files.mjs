/**
 * `make lab-boot-files [options='bios/nvme uefi/sata']`: builds an image for each firmware from a generated ISO whose
 * boot manager is the lab's stand-in, and boots it with SeaBIOS and OVMF from a disk on each bus. The stand-in must
 * start from the location of Windows' boot manager and find its partition. Exits with 1 if one does not.
 */
import { spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { buildImage } from '@casement/windows-image/build/build-image.js';
import { run } from '@casement/windows-image/testing/windows-medium.js';
import { assemble, BOOT_MANAGERS, makeGrub, makeMedium } from './windows-media.mjs';

const BUSES = {
  'virtio-blk': ['-device', 'virtio-blk-pci,drive=disk'],
  'virtio-scsi': ['-device', 'virtio-scsi-pci', '-device', 'scsi-hd,drive=disk'],
  sata: ['-device', 'ahci,id=sata', '-device', 'ide-hd,bus=sata.0,drive=disk'],
  nvme: ['-device', 'nvme,drive=disk,serial=casement'],
};
const OVMF = process.env.LAB_OVMF_DIR ?? '/usr/share/OVMF';
const STANDIN = resolve('deploy/lab/standin');
/** Timeout for a machine that hangs. */
const LIMIT_MS = 300_000;

const all = ['bios', 'uefi'].flatMap((firmware) =>
  Object.keys(BUSES).map((bus) => `${firmware}/${bus}`),
);
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
  const iso = makeStandIns();
  const images = {};
  for (const firmware of new Set(wanted.map((name) => name.split('/')[0]))) {
    const output = join(work, `${firmware}.raw`);
    const drivers = join(work, 'drivers');
    const { findings } = await buildImage({ iso, drivers, output, firmware, sizeMib: 400 });
    const wrong = findings.filter(({ result }) => result !== 'ok');
    if (wrong.length > 0) throw new Error(`check-image of ${firmware}: ${wrong[0].message}`);
    images[firmware] = { output, expected: expectedOf(firmware, output) };
  }
  let failed = 0;
  for (const name of wanted) {
    const [firmware, bus] = name.split('/');
    const { output, expected } = images[firmware];
    const began = Date.now();
    const seen = await start(firmware, bus, output);
    const missing = expected.find((line) => !seen.includes(line));
    if (missing) failed += 1;
    const seconds = Math.round((Date.now() - began) / 1000);
    logLine(`${name}: ${missing ? `not ${missing}` : 'ok'} after ${seconds} s`);
    if (missing) logLine(`  it said: ${seen.join('; ') || 'nothing'}`);
  }
  logLine(`${failed} failed`);
  return failed === 0;
}

function makeStandIns() {
  const commands = readFileSync(join(STANDIN, 'bootmgfw.cfg'), 'utf8');
  const modules = 'part_gpt fat ntfs serial terminal echo search search_fs_file probe sleep';
  return makeMedium(work, {
    [BOOT_MANAGERS.bios]: assemble(work, join(STANDIN, 'bootmgr.S')),
    [BOOT_MANAGERS.uefi]: makeGrub(work, 'x86_64-efi', commands, modules),
  });
}

function expectedOf(firmware, output) {
  if (firmware === 'bios')
    return ['bootmgr=started', 'drive=80', 'hidden=00000800', 'volume=ntfs', 'end'];
  const { partitions } = JSON.parse(run('sfdisk', ['-J', output], work)).partitiontable;
  const [efi, , windows] = partitions.map(({ uuid }) => uuid.toLowerCase());
  const found = [`store=${efi}`, `windows=${windows}`];
  return ['bootmgfw=started', 'from=(hd0,gpt1)/EFI/BOOT', ...found, 'end'];
}

/** Boots a machine that has only this disk. Returns the lines printed by the stand-in. */
async function start(firmware, bus, output) {
  const disk = `if=none,id=disk,format=raw,snapshot=on,file=${output}`;
  const options = ['-serial', 'stdio', '-drive', disk, ...BUSES[bus]];
  if (firmware === 'uefi') {
    const vars = join(work, 'vars.fd');
    copyFileSync(join(OVMF, 'OVMF_VARS_4M.fd'), vars);
    const flash = `if=pflash,format=raw,readonly=on,file=${OVMF}/OVMF_CODE_4M.fd`;
    options.push('-drive', flash, '-drive', `if=pflash,format=raw,file=${vars}`);
  }
  const script = '. deploy/lab/lib.sh && machine && exec "${qemu[@]}" "$@"';
  const machine = spawn('bash', ['-c', script, 'lab', ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const timer = setTimeout(() => machine.kill('SIGKILL'), LIMIT_MS);
  const printed = [];
  for await (const line of createInterface({ input: machine.stdout })) {
    const [, text] = /STANDIN (.*?)\s*$/.exec(line) ?? [];
    if (text) printed.push(text);
    if (text === 'end') machine.kill('SIGKILL');
  }
  clearTimeout(timer);
  return printed;
}

function logLine(text) {
  process.stdout.write(`${text}\n`);
}
