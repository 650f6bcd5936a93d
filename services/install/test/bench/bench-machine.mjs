/**
 * Virtual machine of the engine benchmark: the VPS's own kernel with our userland, as in the RAM stage, and an empty
 * disk.
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { gzipSync } from 'node:zlib';
import { cpioArchive } from '@casement/install-engine/archives/cpio.js';

/**
 * Runs the machine until it powers off and returns its log. Each line has the machine's clock and the CPU seconds
 * used so far, which are more reliable than wall time when other processes share the CPUs.
 */
export async function runMachine({ data, work, disk, stage, onLine }) {
  const kernel = kernelOf(data, join(work, 'kernel'));
  const initrd = join(work, 'stage.img');
  writeFileSync(
    initrd,
    Buffer.concat([readFileSync(join(data, 'toolkit/toolkit.cpio.gz')), kernel.files, stage]),
  );
  writeFileSync(disk.path, '');
  truncateSync(disk.path, disk.size);
  const start = `. deploy/lab/lib.sh && machine && khz=$(tsc_khz) && exec "\${qemu[@]}" -no-reboot -serial stdio \
    -kernel "$1" -initrd "$2" -append "console=ttyS0 quiet panic=1 tsc=reliable clocksource=tsc tsc_early_khz=$khz" \
    -blockdev "driver=raw,node-name=disk,discard=unmap,file.driver=file,file.filename=$3,file.cache.no-flush=on" \
    -device virtio-blk-pci,drive=disk -netdev user,id=net -device virtio-net-pci,netdev=net,romfile=`;
  const machine = spawn('bash', ['-c', start, 'bench', kernel.image, initrd, disk.path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const log = [];
  for await (const line of createInterface({ input: machine.stdout })) {
    const [, moment, text] = /CASEMENT \[([\d.]+)\] (.*?)\r?$/.exec(line) ?? [];
    if (!text) continue;
    onLine(`[${moment}] ${text}`);
    log.push({ at: Number(moment), text, processor: processorSeconds(machine.pid) });
  }
  if (log.at(-1)?.text !== 'bench done') throw new Error('the machine did not come to the end');
  return log;
}

/** Returns user and system time of a process in seconds (proc(5) has hundredths). */
function processorSeconds(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/**
 * Copies the kernel of the lab's VPS, the modules for its disk and network card in load order, and Debian's gzip,
 * because busybox's is slower.
 */
function kernelOf(data, folder) {
  mkdirSync(join(folder, 'tools'), { recursive: true });
  const tar = readdirSync(join(data, 'lab')).find((name) => /^root-[0-9a-f]+\.tar$/.test(name));
  if (!tar) throw new Error('the lab is not built: run deploy/lab/lab.sh build as root');
  const wanted = ['./boot/vmlinuz-*', './usr/lib/modules/*', './usr/bin/gzip'];
  execFileSync('tar', ['-C', folder, '-xf', join(data, 'lab', tar), '--wildcards', ...wanted]);
  const unpack = `gzip -dc ${data}/toolkit/toolkit.cpio.gz | ${data}/toolkit/busybox cpio -idm 2>/dev/null`;
  execFileSync('sh', ['-c', unpack], { cwd: join(folder, 'tools') });
  const [version] = readdirSync(join(folder, 'usr/lib/modules'));
  const modules = ['virtio_pci', 'virtio_blk', 'virtio_net'].flatMap((name) => {
    const show = ['-d', join(folder, 'usr'), '-S', version, '--show-depends', name];
    return execFileSync(join(folder, 'tools/toolkit-run'), ['modprobe', ...show], {
      encoding: 'utf8',
    }).match(/(?<=^insmod )\S+/gm);
  });
  const file = (path, source) => ({ path, content: readFileSync(source), mode: 0o755 });
  const files = [...new Set(modules)].map((path, n) =>
    file(`usr/lib/casement/modules/${100 + n}-${basename(path)}`, path),
  );
  return {
    image: join(folder, 'boot', `vmlinuz-${version}`),
    files: gzipSync(cpioArchive([...files, file('usr/bin/gzip', join(folder, 'usr/bin/gzip'))])),
  };
}
