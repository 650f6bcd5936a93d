import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { isData } from '@casement/windows-image/store/manifest.js';
import { chunkUrl, URL_SECONDS } from '@casement/windows-image/origins/chunk-url.js';
import { parseReach } from '@casement/install-engine/preflight/reach.js';
import type { ImageOrigin } from '@casement/windows-image/origins/origin-settings.js';
import { answers, crawls, diesAt, garbles, OriginServer } from '../fakes/origin-server.js';
import { missingVersitygw, Versitygw } from '../s3/versitygw.js';
import { missingForWriter, WriterOnFile } from '../stage/writer-on-file.js';

const missing = missingForWriter();

(missing === null ? describe : describe.skip)(
  `agent/write.sh with origins before the service's own route${missing === null ? '' : ` (not run: ${missing})`}`,
  () => {
    let writer: WriterOnFile;
    let first: OriginServer;
    let second: OriginServer;

    beforeEach(async () => {
      writer = await WriterOnFile.make();
      const folder = join(writer.work, 'store');
      // Two origins, one of them on the service's own address, because a different port is also a different host to
      // curl.
      first = await OriginServer.start(folder, '127.0.0.2');
      second = await OriginServer.start(folder, '127.0.0.1');
      offer();
    });
    afterEach(() => {
      const shown = [...first.requests, ...second.requests];
      for (const server of [first, second]) server.close();
      const { token } = writer;
      writer.close();
      for (const { url, authorization } of shown) {
        expect(authorization).toBeUndefined();
        expect(url).not.toContain(token);
      }
    });

    const one = (name: string, server: OriginServer): ImageOrigin => ({ name, url: server.url });
    const offer = () => writer.offer([one('first', first), one('second', second)]);

    it('probes each origin with a time limit and reports its result', async () => {
      const third = await OriginServer.start(join(writer.work, 'store'), '127.0.0.3');
      const fourth = await OriginServer.start(join(writer.work, 'store'), '127.0.0.3');
      writer.offer([
        one('right', first),
        one('wrong', second),
        one('crawling', third),
        one('empty', fourth),
      ]);
      second.behave = garbles;
      third.behave = crawls;
      writer.slow = 'crawling';
      fourth.behave = answers(404);
      const { origins, chunks } = parseReach(await writer.probe());
      third.close();
      fourth.close();
      expect(chunks.map(({ result }) => result)).toEqual(['ok', 'ok']);
      expect(origins.map(({ name, result }) => `${name} ${result}`)).toEqual([
        'right ok',
        'wrong corrupt',
        'crawling slow',
        'empty unreachable',
      ]);
      expect(origins[2].rate).toBeGreaterThan(0);
      expect(origins[2].rate).toBeLessThan(origins[0].rate / 4);
    });

    it('skips an origin for five minutes after three failures and permanently after wrong bytes', async () => {
      const output = await writer.shell(`
        now=100000 redirects=1
        uptime_hundredths() { echo $now; }
        at() { choose_origin; echo "$1 $origin"; }
        fail() { origin=first; blame CHUNK_UNREACHABLE; }
        fail; fail; at two
        origin=first; praise; fail; fail; at praised
        fail; at three
        now=130000; at 'in five minutes'
        now=130001; at later
        fail; at 'one more'
        origin=second redirects=0; blame CHUNK_CORRUPT || echo 'not asked'; at then
        redirects=1 origin=second; blame CHUNK_CORRUPT; at wrong
        now=900000; at 'much later'
        origin=first; blame CHUNK_CORRUPT; at none`);
      expect(output.trim().split('\n')).toEqual([
        'two first',
        'praised first',
        'three second',
        'in five minutes second',
        'later first',
        'one more second',
        'not asked',
        'then second',
        'wrong own',
        'much later first',
        'none own',
      ]);
    });

    it('downloads the entire image from the first origin and shows no origin our token', async () => {
      await writer.write();
      expect(first.sent).toBe(writer.storedBytes);
      expect([second.sent, writer.own]).toEqual([0, 0]);
    });

    it('switches to the next origin in the middle of a chunk if the first disappears', async () => {
      first.behave = diesAt(6, first);
      await writer.write();
      expect(first.sent).toBeGreaterThan(0);
      expect(second.sent).toBeGreaterThan(writer.storedBytes / 2);
      expect(writer.own).toBe(0);
    });

    it('downloads a chunk from another origin if it cannot be unpacked', async () => {
      first.behave = garbles;
      await writer.write();
      expect(second.sent).toBe(writer.storedBytes);
      expect(writer.own).toBe(0);
    });

    it('replaces a wrong chunk found on the disk from another origin and drops its source', async () => {
      const another = await writer.anyChunk();
      first.behave = ({ give }) => give(another);
      const output = await writer.write();
      expect(output).toContain('wrong chunks came from first');
      expect(second.sent).toBeGreaterThan(writer.storedBytes * 0.9);
      expect(writer.own).toBe(0);
    });

    it('leaves an origin that becomes slow', async () => {
      writer.slow = 'first';
      first.behave = (answer) => (answer.before < 8 ? answer.give(answer.bytes) : crawls(answer));
      await writer.write();
      expect(second.sent).toBeGreaterThan(0);
      expect(writer.own).toBe(0);
    });

    it.each([403, 404])('leaves an origin that answers %i after a few attempts', async (status) => {
      first.behave = answers(status);
      await writer.write();
      expect(first.requests.length).toBeLessThan(12);
      expect(second.sent).toBe(writer.storedBytes);
      expect(writer.own).toBe(0);
    });

    it('requests a new URL after an expired one', async () => {
      let signed = 0;
      const secret = 'k8Zq0vW2nT5yR7uF';
      writer.offer([{ ...one('first', first), secret }, one('second', second)], () => {
        signed += 1;
        return new Date(Date.now() - (signed <= 2 ? 3_600_000 : 0));
      });
      let expired = 0;
      first.behave = ({ request, bytes, give }) => {
        const { searchParams } = new URL(request.url ?? '', first.url);
        const issued = Number(searchParams.get('verify')?.split('-')[0]);
        if (issued + 300 > Date.now() / 1000) return give(bytes);
        expired += 1;
        give(Buffer.alloc(0), 403);
      };
      await writer.write();
      expect(expired).toBe(2);
      // Downloads with the two expired URLs move to the other origin: two runs of four chunks if the URLs belonged to
      // different runs.
      expect(first.sent).toBeGreaterThan(writer.storedBytes / 3);
      expect(writer.own).toBe(0);
    });

    it('does not blame an origin for failures of our own API', async () => {
      let left = 4;
      writer.intercept = (_, response) => {
        if (left === 0) return false;
        left -= 1;
        response.writeHead(503).end();
        return true;
      };
      await writer.write();
      expect(left).toBe(0);
      expect(first.sent).toBeGreaterThan(writer.storedBytes / 2);
    });

    it('finishes by our own route if no origin works', async () => {
      first.behave = garbles;
      second.behave = answers(404);
      await writer.write();
      expect(writer.own).toBeGreaterThan(writer.storedBytes * 0.9);
    });

    (missingVersitygw === null ? it : it.skip)(
      'fetches from versitygw, which rejects an expired URL and the URL of another object',
      async () => {
        const gateway = await Versitygw.start();
        try {
          await cp(join(writer.work, 'store'), join(gateway.objects, 'casement'), {
            recursive: true,
          });
          const { endpoint, bucket, region, prefix, accessKeyId, secretAccessKey } =
            gateway.settings;
          const keys = { access_key_id: accessKeyId, secret_access_key: secretAccessKey };
          const origin = { name: 'bucket', endpoint, bucket, region, prefix, ...keys };
          writer.offer([origin]);
          await writer.write();
          const { zstd } = writer.manifest.chunks.filter(isData)[0];
          const status = async (url: string) => (await fetch(url)).status;
          const url = await chunkUrl(origin, zstd, new Date());
          expect(await status(url)).toBe(200);
          expect(
            await status(url.replace(zstd, writer.manifest.chunks.filter(isData)[1].zstd)),
          ).toBe(403);
          const old = new Date(Date.now() - (URL_SECONDS + 60) * 1000);
          expect(await status(await chunkUrl(origin, zstd, old))).toBe(403);
          expect(writer.own).toBe(0);
        } finally {
          await gateway.close();
        }
      },
    );
  },
);
