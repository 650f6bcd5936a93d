import { readFileSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { assignments } from '@casement/install-engine/ssh/remote.js';
import { CHUNK, missingProgram, StageRoot } from '../stage/stage-root.js';

const missing = missingProgram();

(missing === null ? describe : describe.skip)(
  `agent/prepare.sh before the commit${missing === null ? '' : ` (not run: ${missing})`}`,
  () => {
    let stage: StageRoot;
    beforeEach(async () => {
      stage = await StageRoot.open();
    });
    afterEach(() => stage.close());

    const calls = () => stage.calls.map(({ name }) => name);

    /** @returns whether it has the commit */
    function prepare(origins = ''): Promise<boolean> {
      writeFileSync(stage.at('etc', 'casement', 'job.env'), assignments(stage.job(origins)));
      return stage.sh(stage.at('lib', 'prepare.sh')).then(
        () => true,
        () => false,
      );
    }

    it('fetches the sample chunk before asking for the commit', async () => {
      expect(await prepare()).toBe(true);
      expect(calls()).toEqual(['check-in', 'chunk', 'commit']);
    });

    it('retries a stalled sample with packets of 1280 bytes and tries each origin', async () => {
      let stalled = false;
      stage.answerChunk = (url, response) => {
        if (url.includes('origin=gone')) return response.writeHead(404).end();
        if (stalled) return response.end(CHUNK);
        stalled = true;
        response.writeHead(200, { 'content-length': CHUNK.length }).write(CHUNK.subarray(0, 1000));
      };
      expect(await prepare('gone near')).toBe(true);
      expect(calls()).toEqual([
        'check-in',
        'chunk',
        'chunk',
        'chunk?origin=gone',
        'chunk?origin=near',
        'commit',
      ]);
      expect(readFileSync(stage.at('run', 'mtu'), 'utf8')).toBe('1280\n');
    });

    it.each<[string, (url: string, response: ServerResponse) => void]>([
      ['CHUNK_CORRUPT', (_, response) => response.end(Buffer.alloc(CHUNK.length))],
      ['IMAGE_MISSING', (_, response) => response.writeHead(404).end()],
      ['STAGE_DOWNLOAD_FAILED', (_, response) => response.writeHead(503).end()],
      ['STAGE_DOWNLOAD_FAILED', (_, response) => response.end(CHUNK.subarray(1))],
      ['STAGE_DOWNLOAD_FAILED', (_, response) => response.destroy()],
    ])(
      'reports %s and does not ask for the commit if the sample does not arrive',
      async (code, answer) => {
        stage.answerChunk = answer;
        expect(await prepare()).toBe(false);
        expect(stage.calls.at(-1)).toMatchObject({ name: 'failure', form: { code, final: 'yes' } });
        expect(calls()).not.toContain('commit');
      },
    );
  },
);
