import ssh2, { type IdentityCallback, type ParsedKey, type SignCallback } from 'ssh2';
import { EngineError } from '../failures/engine-error.js';
import { connectSsh, type SshLimits } from './connect.js';
import type { SshTarget } from './sign-in-dialog.js';

/**
 * Agent that has only the public key. ssh2 asks it to sign after the server has answered USERAUTH_PK_OK, which tells
 * that the key would be accepted (RFC 4252, 7).
 */
class QueryAgent extends ssh2.BaseAgent {
  accepted = false;

  constructor(private readonly key: ParsedKey) {
    super();
  }

  override getIdentities(answer: IdentityCallback): void {
    answer(undefined, [this.key]);
  }

  override sign(_key: unknown, _data: Buffer, options: unknown, answer?: SignCallback): void {
    this.accepted = true;
    (answer ?? (options as SignCallback))(new Error('the private key is not known'));
  }
}

/**
 * Asks the server whether it accepts a public key, without a signature.
 * @returns `null` if ssh2 does not know the type of the key, such as those of security keys; only the host key was
 * compared then
 * @throws EngineError as connectSsh
 */
export async function acceptsKey(
  target: Omit<SshTarget, 'password' | 'key' | 'agent'>,
  publicKey: string,
  limits: SshLimits,
): Promise<boolean | null> {
  const key = ssh2.utils.parseKey(publicKey);
  const agent = key instanceof Error ? undefined : new QueryAgent(key);
  try {
    const session = await connectSsh({ ...target, password: '', agent }, limits);
    session.close();
    return true;
  } catch (error) {
    if (agent?.accepted) return true;
    const code = error instanceof EngineError ? error.code : null;
    if (agent && code === 'SSH_KEY_REFUSED') return false;
    // The dialog had no method to try.
    if (!agent && code === 'SSH_PASSWORD_DISABLED') return null;
    throw error;
  }
}
