import { generateKeyPairSync } from 'node:crypto';
import type { Actor } from '@casement/common/core/context/actor.js';
import { RULES } from '@casement/proto/http/rules.js';
import { VpsCredentialsReader } from './vps-credentials-reader.js';

const { privateKey } = generateKeyPairSync('ed25519');
const requested = {
  passwd_vps: '',
  ssh_key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
};
const user = (userId: string) => ({ userId }) as Actor;

describe(VpsCredentialsReader.name, () => {
  it('opens at most one key per user and two keys in total concurrently', async () => {
    const sut = new VpsCredentialsReader();
    const answers = await Promise.allSettled(
      ['ann', 'ann', 'ben', 'cem'].map((id) => sut.read(user(id), requested)),
    );
    expect(answers.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'rejected',
    ]);
    await expect(sut.read(user('ann'), requested)).resolves.toMatchObject({ sshUser: null });
  });

  describe('slow keys', () => {
    beforeEach(() => jest.useFakeTimers());
    afterEach(() => jest.useRealTimers());

    /** Advances the clock while the key is still being opened. */
    const openIn = (ms: number, sut: VpsCredentialsReader) => {
      const answer = sut.read(user('ann'), requested);
      jest.advanceTimersByTime(ms);
      return answer;
    };
    const limited = { code: 'RATE_LIMITED' };

    it('rejects further keys of a user for 10 minutes after giving up on a key', async () => {
      const sut = new VpsCredentialsReader();
      await expect(openIn(10_000, sut)).rejects.toThrow(RULES.SSH_KEY_SLOW);
      await expect(sut.read(user('ann'), requested)).rejects.toMatchObject(limited);
      await expect(sut.read(user('ann'), { passwd_vps: 'x' })).resolves.toBeDefined();
      await expect(sut.read(user('ben'), requested)).resolves.toBeDefined();
      jest.advanceTimersByTime(600_000);
      await expect(sut.read(user('ann'), requested)).resolves.toBeDefined();
    });

    it('rejects further keys of a user after three slow keys', async () => {
      const sut = new VpsCredentialsReader();
      for (let key = 0; key < 3; key += 1) await expect(openIn(6_000, sut)).resolves.toBeDefined();
      await expect(sut.read(user('ann'), requested)).rejects.toMatchObject(limited);
    });
  });
});
