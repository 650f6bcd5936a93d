import { generateKeyPairSync } from 'node:crypto';
import type { Actor } from '@casement/common/platform/auth/actor.js';
import { RULES } from '@casement/proto/http/rules.js';
import { SshAccessReader } from './ssh-access.js';

const { privateKey } = generateKeyPairSync('ed25519');
const asked = {
  passwd_vps: '',
  ssh_key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
};
const user = (userId: string) => ({ userId }) as Actor;

describe(SshAccessReader.name, () => {
  it('opens one key of a user at a time, and two in all', async () => {
    const sut = new SshAccessReader();
    const answers = await Promise.allSettled(
      ['ann', 'ann', 'ben', 'cem'].map((id) => sut.read(user(id), asked)),
    );
    expect(answers.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'rejected',
    ]);
    await expect(sut.read(user('ann'), asked)).resolves.toMatchObject({ sshPort: null });
  });

  describe('keys that take long', () => {
    beforeEach(() => jest.useFakeTimers());
    afterEach(() => jest.useRealTimers());

    /** The clock is turned forward before any key can have been opened. */
    const openIn = (ms: number, sut: SshAccessReader) => {
      const answer = sut.read(user('ann'), asked);
      jest.advanceTimersByTime(ms);
      return answer;
    };
    const limited = { code: 'RATE_LIMITED' };

    it('refuses the next key of a user for a while after one that was given up', async () => {
      const sut = new SshAccessReader();
      await expect(openIn(10_000, sut)).rejects.toThrow(RULES.SSH_KEY_SLOW);
      await expect(sut.read(user('ann'), asked)).rejects.toMatchObject(limited);
      await expect(sut.read(user('ann'), { passwd_vps: 'x' })).resolves.toBeDefined();
      await expect(sut.read(user('ben'), asked)).resolves.toBeDefined();
      jest.advanceTimersByTime(600_000);
      await expect(sut.read(user('ann'), asked)).resolves.toBeDefined();
    });

    it('refuses it after the third that was opened just in time', async () => {
      const sut = new SshAccessReader();
      for (let key = 0; key < 3; key += 1) await expect(openIn(6_000, sut)).resolves.toBeDefined();
      await expect(sut.read(user('ann'), asked)).rejects.toMatchObject(limited);
    });
  });
});
