import { generateKeyPairSync } from 'node:crypto';
import type { Actor } from '@casement/common/auth/actor.js';
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
});
