import { once } from 'node:events';
import { closeSync, openSync, readFileSync, readSync, writeSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isData } from '@casement/windows-image/store/manifest.js';
import { missingForWriter, WriterOnFile } from '../stage/writer-on-file.js';

const MIB = 2 ** 20;
/**
 * Number of data chunks in the image: chunks 0 and 1 (partition table and start of its partition) and those in RUNS.
 */
const CHUNKS = 14;
/** Indices of the first chunks of three runs of four adjacent chunks. */
const RUNS = [8, 12, 16];
const missing = missingForWriter();

(missing === null ? describe : describe.skip)(
  `agent/read-behind.sh${missing === null ? '' : ` (not run: ${missing})`}`,
  () => {
    let writer: WriterOnFile;
    let over: boolean;
    beforeEach(async () => {
      over = false;
      writer = await WriterOnFile.make();
    });
    afterEach(() => {
      over = true;
      writer.close();
    });

    const begin = async () => {
      await writer.prepare();
      return writer.begin();
    };

    const behind = () => writer.lines('verified.0').map((line) => Number(line.split(' ')[0]));
    const leftOf = (output: string) =>
      /(\d+) of 14 chunks are still/.exec(output)?.slice(1).map(Number);

    /**
     * Delays the response for this chunk until `readBehind` other chunks were read back. `answer` may send the
     * response itself.
     */
    function holdBack(
      index: number,
      readBehind: number,
      answer: (response: ServerResponse) => boolean = () => false,
    ) {
      const held = zstdOf(index);
      let first = true;
      writer.intercept = (request, response) => {
        if (!first || !request.url?.includes(held)) return false;
        first = false;
        void when(() => behind().length >= readBehind).then(() => {
          if (!answer(response)) writer.passOn(request, response);
        });
        return true;
      };
    }

    async function when(condition: () => boolean) {
      while (!over && !condition()) await pause(20);
    }

    function zstdOf(index: number): string {
      const chunk = writer.manifest.chunks[index];
      if (!isData(chunk)) throw new Error(`there are zeros at ${index}`);
      return chunk.zstd;
    }

    function flip(index: number) {
      const disk = openSync(writer.disk, 'r+');
      const byte = Buffer.alloc(1);
      readSync(disk, byte, 0, 1, index * MIB + 5000);
      byte[0] ^= 1;
      writeSync(disk, byte, 0, 1, index * MIB + 5000);
      closeSync(disk);
    }

    it('reads only the remaining chunks at the end', async () => {
      holdBack(RUNS[2], 8);
      const output = await writer.ended(await begin());
      const left = leftOf(output);
      expect(left).toEqual([CHUNKS - behind().length]);
      expect(behind().length).toBeGreaterThanOrEqual(8);
      // The partition table is written after reading behind has stopped.
      expect(behind()).not.toContain(0);
      expect(output).not.toContain('came back wrong');
    });

    it('detects a bit lost on the disk and fetches that chunk again', async () => {
      await writer.prepare();
      // Waits for only eight chunks, because one of the other nine is wrong.
      holdBack(RUNS[2], 8);
      // Changes a bit on the disk just before a chunk is first read past the kernel's cache.
      writer.replaceProgram(
        'dd',
        `place=$(expr "$*" : '.* skip=\\([0-9]*\\) .*direct')
         if [ -n "$place" ] && [ ! -e ${writer.work}/lost ]; then
           : >${writer.work}/lost
           printf 'lost a bit' | $real of=${writer.disk} bs=1 seek=$((place * ${MIB} + 5000)) conv=notrunc,fsync
         fi
         exec $real "$@"`,
      );
      const output = await writer.ended(writer.begin());
      expect(output).toMatch(/chunk \d+ came back wrong behind the writer/);
      expect(output).toContain('round 1: 1 chunks came back wrong');
      // The disk is no longer trusted, so all of it is reread.
      expect(output).toContain('14 of 14 chunks are still to be read back');
    });

    it('discards earlier reads if a stream wrote beyond its range', async () => {
      const another = await writer.anyChunk();
      // Sends one chunk too many after the last of the first run, into the second run, which was already read back.
      holdBack(RUNS[1] - 1, 8, (response) => {
        void writer
          .packed(zstdOf(RUNS[1] - 1))
          .then((own) => response.end(Buffer.concat([own, another])));
        return true;
      });
      const output = await writer.ended(await begin());
      expect(output).toContain('not every part was written: once more');
      expect(output).toContain('14 of 14 chunks are still to be read back');
      expect(output).toContain('round 1: 1 chunks came back wrong');
    });

    it('discards earlier reads after it was killed', async () => {
      holdBack(RUNS[2], Infinity);
      const killed = await begin();
      const ended = once(killed, 'exit');
      await when(() => behind().length >= 8);
      const [lost] = behind();
      killed.kill('SIGKILL');
      await ended;
      flip(lost);
      const output = await writer.ended(writer.begin());
      expect(output).toContain('1 chunks came back wrong');
    });

    it('reads everything at the end if the device does not support direct reads', async () => {
      await writer.prepare();
      writer.replaceProgram(
        'dd',
        `case "$*" in *direct*) echo tried >>${writer.work}/direct; exit 1 ;; esac; exec $real "$@"`,
      );
      const output = await writer.ended(writer.begin());
      expect(leftOf(output)).toEqual([CHUNKS]);
      // Direct reading was tried only once.
      expect(readFileSync(join(writer.work, 'direct'), 'utf8')).toBe('tried\n');
    });

    it('defers reading to the end if it slows down writing twice in a row', async () => {
      const output = await writer.shell(`
        . ${writer.work}/lib/read-behind.sh
        disk=${writer.disk}
        can_read_behind() { :; }
        list_unread() { echo 8; }
        # Each look is one of a span alone and one of a span with reading.
        now=0 stored=0 fetched=0
        pause() { step='100 1000 1000'; }
        read_for() { if [ "$1" = "$HOLDS" ]; then echo holds; rm ${writer.work}/run/writing; else step=$with; fi; }
        look() { set -- $step; now=$((now + $1)) stored=$((stored + $2)) fetched=$((fetched + $3)); }
        log() { echo "$*"; }
        run_with() { with=$1 step='0 0 0'; : >${writer.work}/run/writing; echo "$1:"; read_behind; }
        run_with '100 1000 1000'
        run_with '100 790 790'
        # It waits for the disk, and for the network.
        run_with '100 800 100'
        run_with '200 200 1600'`);
      expect(output.trim().split('\n')).toEqual([
        '100 1000 1000:',
        'holds',
        '100 790 790:',
        'reading makes writing slower: the rest is read at the end',
        '100 800 100:',
        'holds',
        '200 200 1600:',
        'holds',
      ]);
    });
  },
);
