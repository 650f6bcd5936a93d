/**
 * `make bench-image`: compares the duration of an image build with that of a bare `wimlib-imagex apply` of the
 * same edition, alternately, for both firmwares. The ISO has 1 GiB in 10,000 files, half random and half text,
 * packed with LZX like Microsoft's. Exits with 1 if preparing (drivers, boot files, registry) and applying take
 * more than 1.3 times as long in the median of 3. The CPU time is also reported, because only that is
 * comparable on a busy machine. BENCH_MEDIUM=FOLDER keeps the ISO for the next run.
 */
import { execFileSync, spawn } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { importFile } from '../../dist/cli/import-file.js';
import { FolderChunkStore } from '@casement/windows-image/store/folder-chunk-store.js';
import { importRawImage } from '@casement/windows-image/import/import-raw.js';
import {
  addEdition,
  driverFolder,
  makeIso,
  run,
  windowsTree,
  write,
} from '@casement/windows-image/testing/windows-medium.js';
import { MIB, textBlocks } from './disk-content.mjs';

const ROUNDS = 3;
const AT_MOST_SLOWER = 1.3;
const BYTES = Number(process.env.BENCH_MIB ?? 1024) * MIB;
const DISK_MIB = 2.5 * (BYTES / MIB) + 512;
const SAMPLE_MS = 100;
const CLI = resolve('services/install/dist/cli/build-image.js');

const data = resolve(process.env.DATA_DIR ?? '.data');
mkdirSync(data, { recursive: true });
const work = mkdtempSync(join(data, '.bench-image.'));
const at = (...parts) => join(work, ...parts);
try {
  process.exitCode = (await main()) ? 0 : 1;
} finally {
  rmSync(work, { recursive: true, force: true });
}

async function main() {
  logLine('making the ISO (some minutes)');
  const iso = makeMedium();
  const runs = { apply: [], uefi: [], bios: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    runs.apply.push(apply());
    for (const firmware of ['uefi', 'bios']) {
      rmSync(at(`${firmware}.raw`), { force: true });
      runs[firmware].push(await build(iso, firmware));
    }
  }
  const baseline = { wall: median(runs.apply, 'wall'), cpu: median(runs.apply, 'cpu') };
  logLine(`wimlib-imagex apply alone: ${text(baseline)}`);
  let worst = 0;
  for (const firmware of ['uefi', 'bios']) {
    const step = (...names) => {
      const sums = runs[firmware].map(({ steps }) => sumOf(names.map((name) => steps[name])));
      return { wall: median(sums, 'wall'), cpu: median(sums, 'cpu') };
    };
    const made = step('Preparing the edition', 'Applying the edition');
    worst = Math.max(worst, made.wall / baseline.wall);
    const ratios = `${(made.wall / baseline.wall).toFixed(2)} times apply alone (${(made.cpu / baseline.cpu).toFixed(2)})`;
    logLine(`${firmware}: apply, drivers and boot files ${text(made)}, ${ratios}`);
    for (const name of Object.keys(runs[firmware][0].steps))
      logLine(`  ${name}: ${text(step(name))}`);
    const [first] = runs[firmware];
    logLine(
      `  peak memory: ${first.peak} MiB at once, ${first.largest.mib} MiB ${first.largest.name}`,
    );
  }
  await importIt(at('uefi.raw'));
  logLine(`${worst <= AT_MOST_SLOWER ? 'within' : 'above'} ${AT_MOST_SLOWER}`);
  return worst <= AT_MOST_SLOWER;
}

function makeMedium() {
  const medium = process.env.BENCH_MEDIUM;
  if (medium && existsSync(join(medium, 'medium.iso'))) {
    run('cp', [
      '-a',
      ...['medium', 'drivers', 'medium.iso'].map((name) => join(medium, name)),
      work,
    ]);
    return at('medium.iso');
  }
  const blocks = textBlocks();
  write(at('tree'), windowsTree(work));
  const count = 10_000;
  const each = BYTES / count;
  for (let n = 0; n < count; n += 1) {
    // Most files of Windows are small, but most of its bytes are in large files.
    const size = Math.floor(n % 10 === 0 ? each * 9.1 : each * 0.1);
    const folder = at('tree', 'Windows', 'WinSxS', `component-${n % 500}`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${n}.dll`), n % 2 ? randomBytes(size) : textOf(blocks, size));
  }
  mkdirSync(at('medium', 'sources'), { recursive: true });
  const edition = { name: 'Bench', id: 'ServerStandard', compress: ['--compress=LZX'] };
  addEdition(work, 'tree', 'medium/sources/install.wim', edition);
  rmSync(at('tree'), { recursive: true });
  write(at('drivers'), driverFolder());
  const iso = makeIso(work, 'medium', 'medium.iso', true);
  if (medium) {
    mkdirSync(medium, { recursive: true });
    run('cp', ['-a', 'medium', 'drivers', 'medium.iso', resolve(medium)], work);
  }
  return iso;
}

/** Returns a different piece of the words each time, so that no two files are alike. */
function textOf(blocks, size) {
  const pieces = [];
  for (let left = size; left > 0; left -= pieces.at(-1).length) {
    const block = blocks[randomInt(blocks.length)];
    const start = randomInt(block.length / 2);
    pieces.push(block.subarray(start, Math.min(block.length, start + left)));
  }
  return Buffer.concat(pieces);
}

/** Applies the same edition to an empty volume of the same size as the built one. */
function apply() {
  rmSync(at('c.ntfs'), { force: true });
  run('truncate', ['-s', `${DISK_MIB - 278}M`, 'c.ntfs'], work);
  run('mkntfs', ['-q', '-Q', '-F', 'c.ntfs'], work);
  const began = { wall: performance.now(), cpu: cpuOf('self') };
  run('wimlib-imagex', ['apply', 'medium/sources/install.wim', '1', 'c.ntfs'], work);
  const took = since(began, 'self');
  rmSync(at('c.ntfs'));
  logLine(`  apply: ${text(took)}`);
  return took;
}

/** Returns the steps and the peak memory of the build and its child processes. */
async function build(iso, firmware) {
  const options = ['--drivers', at('drivers'), '--output', at(`${firmware}.raw`)];
  const size = ['--size', `${DISK_MIB}M`, '--firmware', firmware, '--i-am-licensed'];
  const child = spawn(process.execPath, [CLI, iso, ...options, ...size], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  const memory = watch(child.pid);
  const steps = {};
  let [last, began] = ['', { wall: performance.now(), cpu: cpuOf(child.pid) }];
  const next = (step) => {
    if (last) steps[last] = since(began, child.pid);
    [last, began] = [step, { wall: performance.now(), cpu: cpuOf(child.pid) }];
  };
  for await (const line of createInterface({ input: child.stdout })) {
    if (/^(Reading|Preparing|Applying|Writing|Checking) [^%]*$/.test(line)) next(line);
    else if (line === '' && last) next('');
  }
  const [code] = await ended;
  const peaks = memory();
  if (code !== 0) throw new Error(`build-image ended with ${code}`);
  const made = sumOf([steps['Preparing the edition'], steps['Applying the edition']]);
  logLine(
    `  ${firmware}: ${text(sumOf(Object.values(steps)))}; apply, drivers and boot files ${text(made)}`,
  );
  return { steps, ...peaks };
}

/** Samples a process and its descendants until stopped. */
function watch(pid) {
  let peak = 0;
  let largest = { name: '', mib: 0 };
  const poll = () => {
    let sum = 0;
    for (const process of family(pid)) {
      sum += process.now;
      if (process.most > largest.mib) largest = { name: process.name, mib: process.most };
    }
    peak = Math.max(peak, sum);
  };
  const timer = setInterval(poll, SAMPLE_MS);
  return () => {
    clearInterval(timer);
    return { peak, largest };
  };
}

/** Returns the resident memory (MiB, proc(5)) of a process and all its descendants. */
function family(root) {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const text = readFileSync(`/proc/${pid}/status`, 'utf8');
        const field = (name) => new RegExp(`^${name}:\\s+(\\S+)`, 'm').exec(text)?.[1];
        const mib = (name) => Math.round(Number(field(name) ?? 0) / 1024);
        const parent = Number(field('PPid'));
        return [
          { pid: Number(pid), parent, name: field('Name'), now: mib('VmRSS'), most: mib('VmHWM') },
        ];
      } catch {
        // The process has ended.
        return [];
      }
    });
  const found = all.filter(({ pid }) => pid === root);
  for (const { pid } of found) found.push(...all.filter(({ parent }) => parent === pid));
  return found;
}

async function importIt(raw) {
  const used = ((await stat(raw)).blocks * 512) / MIB;
  let began = performance.now();
  await importRawImage(raw, new FolderChunkStore(at('chunks')));
  logLine(`chunks of ${Math.round(used)} MiB: ${seconds(began)} s`);
  began = performance.now();
  const options = { maxSize: DISK_MIB * MIB, folder: at('import') };
  await importFile(raw, new FolderChunkStore(at('store')), options);
  logLine(`import of ${basename(raw)}, the check of the contract included: ${seconds(began)} s`);
  const packed = execFileSync('du', ['-sm', at('store')], { encoding: 'utf8' }).split('\t')[0];
  logLine(`  ${packed} MiB in the store`);
}

/** Returns the CPU seconds (proc(5)) of a process and of the children it has waited for. Its own are few. */
function cpuOf(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / 100;
  } catch {
    // The process has ended. The last step is not compared.
    return 0;
  }
}

function since(began, pid) {
  return { wall: (performance.now() - began.wall) / 1000, cpu: cpuOf(pid) - began.cpu };
}

function sumOf(parts) {
  const sum = (key) => parts.reduce((total, part) => total + part[key], 0);
  return { wall: sum('wall'), cpu: sum('cpu') };
}

function seconds(began) {
  return ((performance.now() - began) / 1000).toFixed(1);
}

function text({ wall, cpu }) {
  return `${wall.toFixed(1)} s (processor ${Math.max(0, cpu).toFixed(1)} s)`;
}

function median(values, key) {
  return values.map((value) => value[key]).toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

function logLine(line) {
  process.stdout.write(`${line}\n`);
}
