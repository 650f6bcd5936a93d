import { execFileSync } from 'node:child_process';
import { gunzipSync } from 'node:zlib';
import type { Chunk, ImageManifest } from '@casement/windows-image/store/manifest.js';
import { makePlan } from '../machine/plan.js';
import { sampleFacts } from '../testing/sample-facts.js';
import { assignments } from '../ssh/remote.js';
import { cpioArchive } from '../archives/cpio.js';
import { jobArchive, jobEnvironment, writeList } from './job-files.js';

const CHUNK = 16 * 2 ** 20;
const data = (name: string): Chunk => ({
  raw: name.repeat(64),
  zstd: name.repeat(64),
  rawBytes: CHUNK,
  zstdBytes: 100,
});
const zero = (rawBytes = CHUNK): Chunk => ({ zero: true, rawBytes });

const manifest = (chunks: Chunk[]): ImageManifest => ({
  format: 'casement-image/1',
  rawSize: chunks.reduce((sum, chunk) => sum + chunk.rawBytes, 0),
  chunkSize: CHUNK,
  minDisk: 0,
  minMemory: 0,
  firmware: 'bios',
  windows: { partition: 2, offset: 2 ** 20, size: 2 ** 20 },
  chunks,
});

const JOB = {
  installId: '0191',
  agentUrl: 'https://example.com',
  token: 'to-ken_1',
  manifest: manifest([data('a'), zero(), data('b')]),
  sample: { raw: 'c'.repeat(64), zstd: 'd'.repeat(64), rawBytes: CHUNK, zstdBytes: 1234 },
  origins: null,
  deadlineSeconds: 600,
  now: 1_795_255_000,
};

describe(writeList.name, () => {
  it('lists the first chunk, which contains the partition table, separately', () => {
    const list = writeList(manifest([data('a'), data('b')]));
    expect(list.lastChunks).toBe(`0 ${'a'.repeat(64)} ${'a'.repeat(64)} ${CHUNK} 100\n`);
    expect(list.chunks).toBe(`1 ${'b'.repeat(64)} ${'b'.repeat(64)} ${CHUNK} 100\n`);
  });

  it('merges adjacent zero ranges', () => {
    const list = writeList(manifest([data('a'), zero(), zero(), data('b'), zero(512)]));
    expect(list.zeros).toBe(`${CHUNK} ${2 * CHUNK}\n${4 * CHUNK} 512\n`);
  });

  it('splits zero ranges into pieces of at most 1 GiB', () => {
    const list = writeList(manifest(Array.from({ length: 130 }, () => zero())));
    const sizes = list.zeros
      .trim()
      .split('\n')
      .map((line) => Number(line.split(' ')[1]));
    expect(sizes).toEqual([2 ** 30, 2 ** 30, 2 * CHUNK]);
    expect(list.chunks + list.lastChunks).toBe('');
  });
});

describe(jobEnvironment.name, () => {
  it('contains the service URLs, the disk, the image, the network and the deadline', () => {
    expect(jobEnvironment(makePlan(sampleFacts(), 'grub'), JOB)).toMatchObject({
      API_URL: 'https://example.com/api/install/agent',
      IMAGE_URL: 'https://example.com/images/chunks',
      DISK_SIZE: 2 ** 32,
      DISK_SERIAL: 'casement-lab',
      WINDOWS_PARTITION: 2,
      FIRMWARE: 'bios',
      GRUB_ENV: '/boot/grub/grubenv',
      NET_MAC: '52:54:00:ca:5e:01',
      NET_MODE: 'dhcp',
      DEADLINE: 600,
      ORIGINS: '',
      SAMPLE_SHA256: 'd'.repeat(64),
      SAMPLE_BYTES: 1234,
    });
  });

  it('lists the origins in this install’s order', () => {
    const origins = { order: ['near', 'far'], floor: 70_000 };
    expect(jobEnvironment(makePlan(sampleFacts(), 'grub'), { ...JOB, origins })).toMatchObject({
      ORIGINS: 'near far',
      ORIGIN_FLOOR: 70_000,
    });
  });
});

describe(assignments.name, () => {
  it.each(["it's", '$(reboot)', '`id`', 'a b', '', '\\', '"'])(
    'quotes %j so that a shell preserves it',
    (value) => {
      const script = `${assignments({ VALUE: value })}\nprintf %s "$VALUE"`;
      expect(execFileSync('sh', ['-c', script]).toString()).toBe(value);
    },
  );
});

describe(jobArchive.name, () => {
  it('contains no path that is a link in the toolkit', async () => {
    const archive = gunzipSync(await jobArchive(makePlan(sampleFacts(), 'grub'), JOB));
    const names = [...archive.toString('latin1').matchAll(/070701[0-9a-f]{104}([^\0]+)\0/g)].map(
      (match) => match[1],
    );
    expect(names).toEqual(
      expect.arrayContaining(['init', 'etc/casement/job.env', 'usr/lib/casement/write.sh']),
    );
    for (const name of names) expect(name).not.toMatch(/^(bin|sbin|lib|lib64)(\/|$)/);
    expect(names.at(-1)).toBe('TRAILER!!!');
  });

  it('sets a resolver timeout shorter than the connect timeout of origins', async () => {
    const archive = gunzipSync(await jobArchive(makePlan(sampleFacts(), 'grub'), JOB));
    expect(archive.toString('latin1')).toContain('nameserver 10.0.2.3\noptions timeout:2\n');
  });
});

describe(cpioArchive.name, () => {
  it('lays out header, name and content as the kernel expects', () => {
    const archive = cpioArchive([{ path: 'etc/x', content: Buffer.from('hello'), mode: 0o600 }]);
    const text = archive.toString('latin1');
    expect(archive.length % 4).toBe(0);
    expect(text.indexOf('etc\0')).toBe(110);
    const file = text.indexOf('etc/x\0') - 110;
    expect(text.slice(file, file + 22)).toBe('0707010000000200008180');
    expect(file % 4).toBe(0);
    expect(text.slice(file + 116, file + 121)).toBe('hello');
  });
});
