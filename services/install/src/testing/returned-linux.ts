import ssh2, { type AuthContext, type Connection } from 'ssh2';
import { sha512Crypt } from '@casement/install-engine/linux/sha512-crypt.js';

/** Settings that cloud-init would read from CIDATA. */
export interface LinuxInput {
  /** Hash in /etc/shadow; '' without a password. */
  shadow: string;
  authorizedKey: string;
  hostKey: string;
}

export function linuxInputIn(userData: string): LinuxInput {
  const data = JSON.parse(userData.slice(userData.indexOf('\n'))) as {
    ssh_keys: { ed25519_private: string };
    ssh_authorized_keys?: string[];
    runcmd: string[][];
  };
  const shadow = /'root:(\$6\$.+?)'/.exec(data.runcmd.flat().join('\n'))?.[1] ?? '';
  const [authorizedKey = ''] = data.ssh_authorized_keys ?? [];
  return { shadow, authorizedKey, hostKey: data.ssh_keys.ed25519_private };
}

/** sshd of a Linux that cloud-init has configured. */
export class ReturnedLinux {
  private readonly connections = new Set<Connection>();
  private readonly server: ssh2.Server;
  /** Whether the sign-in works yet; cloud-init sets the password last. */
  isConfigured = true;

  constructor(
    private readonly input: LinuxInput,
    onAsked: () => Promise<void>,
  ) {
    this.server = new ssh2.Server({ hostKeys: [input.hostKey] }, (connection) => {
      this.connections.add(connection);
      connection.on('close', () => this.connections.delete(connection));
      connection.on('error', () => undefined);
      connection.on('authentication', (request) => {
        void onAsked().then(() => {
          if (this.isConfigured && request.username === 'root' && this.opens(request))
            request.accept();
          else request.reject(['publickey', ...(input.shadow ? (['password'] as const) : [])]);
        });
      });
    });
  }

  listen(port: number, host: string): Promise<void> {
    return new Promise((resolve) => this.server.listen(port, host, resolve));
  }

  close(done: () => void): void {
    for (const connection of this.connections) connection.end();
    this.server.close(done);
  }

  private opens(request: AuthContext): boolean {
    const { shadow, authorizedKey } = this.input;
    if (request.method === 'password')
      return shadow !== '' && sha512Crypt(request.password, shadow.split('$')[2]) === shadow;
    if (request.method !== 'publickey') return false;
    const { algo, data } = request.key;
    // Accepting a request without a signature sends USERAUTH_PK_OK.
    return (
      `${algo} ${data.toString('base64')}` === authorizedKey && request.signature === undefined
    );
  }
}
