import type { AddressInfo } from 'node:net';
import ssh2, { type AuthContext, type KeyboardAuthContext } from 'ssh2';
import { hostKey } from '../testing/ssh-key.js';
import { connectSsh, type SshLimits } from './connect.js';
import { SignInDialog, type SshTarget } from './sign-in-dialog.js';

const LIMITS: SshLimits = { tcpMs: 10_000, bannerMs: 10_000, signInMs: 10_000, startMs: 10_000 };
const PASSWORD = 'sesame-9';
const KEY = hostKey();
const CUSTOMER_KEY = hostKey();

const open: { close(): unknown }[] = [];
afterEach(() => void open.splice(0).forEach((server) => server.close()));

async function server(decide: (auth: AuthContext) => void): Promise<number> {
  const ssh = new ssh2.Server({ hostKeys: [KEY] }, (client) => {
    client.on('error', () => {});
    client.on('authentication', decide);
  });
  open.push(ssh);
  return new Promise((resolve) => {
    ssh.listen(0, '127.0.0.1', () => resolve((ssh.address() as AddressInfo).port));
  });
}

interface Step {
  prompts: (string | { prompt: string; echo: boolean })[];
  answer?: string;
  title?: string;
  instructions?: string;
}

/**
 * Offers only keyboard-interactive, as a PAM stack of these steps. The first wrong answer ends it. `typed` collects
 * the answers.
 */
function pam(steps: Step[], typed: string[] = []) {
  const ask = (auth: KeyboardAuthContext, [step, ...rest]: Step[]): void => {
    if (!step) return auth.accept();
    const prompts = step.prompts.map((p) =>
      typeof p === 'string' ? { prompt: p, echo: false } : p,
    );
    auth.prompt(prompts, step.title ?? '', step.instructions ?? '', (answers) => {
      typed.push(...answers);
      if (answers[0] === (step.answer ?? PASSWORD)) ask(auth, rest);
      else auth.reject(['keyboard-interactive']);
    });
  };
  return server((auth) => {
    if (auth.method === 'keyboard-interactive') ask(auth, steps);
    else auth.reject(['keyboard-interactive']);
  });
}

/** Implements sshd's `AuthenticationMethods`: requires each of these methods in this order. */
function inOrder(...methods: ('publickey' | 'password' | 'hostbased')[]) {
  const passed = new Map<unknown, number>();
  let client = {};
  return server((auth) => {
    if (auth.method === 'none') client = {};
    const step = passed.get(client) ?? 0;
    const wanted = methods.slice(step, step + 1);
    const isRight =
      auth.method === 'password' ? auth.password === PASSWORD : auth.method === 'publickey';
    if (auth.method !== wanted[0] || !isRight) return auth.reject(wanted);
    if (auth.method === 'publickey' && !auth.signature) return auth.accept();
    passed.set(client, step + 1);
    if (step + 1 === methods.length) return auth.accept();
    auth.reject(methods.slice(step + 1, step + 2), true);
  });
}

async function outcome(port: number, changes: Partial<SshTarget> = {}): Promise<string[]> {
  const target = { host: '127.0.0.1', port, username: 'root', password: PASSWORD, ...changes };
  try {
    (await connectSsh(target, LIMITS)).close();
    return ['signed in'];
  } catch (error) {
    const { code, message } = error as { code: string; message: string };
    return [code, message];
  }
}

describe(SignInDialog.name, () => {
  it.each([
    ['Password: '],
    ['Passwort: '],
    ['Mot de passe : '],
    ['密码：'],
    ['Kata sandi: '],
    ['root secret> '],
    ['First Factor: '],
    ['Password for root (you have two attempts): '],
    ['Password (second try): '],
    ['Password for root@token-server.example: '],
    ['Warning: your password will expire in 3 days.\nPassword: '],
    ['Source code of this system: example.com\nPassword: '],
  ])('answers the first hidden prompt with the password: %j', async (prompt) => {
    expect(await outcome(await pam([{ prompts: [prompt] }]))).toEqual(['signed in']);
  });

  it('answers a user name prompt, then sends the password twice for two modules', async () => {
    const steps = [
      { prompts: [{ prompt: 'login: ', echo: true }], answer: 'root' },
      { prompts: ['Password: '] },
      { prompts: ['LDAP Password: '] },
    ];
    expect(await outcome(await pam(steps))).toEqual(['signed in']);
  });

  it.each([
    [{ prompts: ['Verification code: '] }],
    [{ prompts: ['Kode verifikasi: '] }],
    [{ prompts: ['Masukkan kode OTP: '] }],
    [{ prompts: ['Kata sandi sekali pakai: '] }],
    [{ prompts: ['Password & verification code: '] }],
    [{ prompts: ['Second password: '] }],
    [{ prompts: ['Kata sandi kedua: '] }],
    [{ prompts: ['Two-step login: '] }],
    [{ prompts: ["One-time password (OATH) for `root': "] }],
    [{ prompts: ["YubiKey for `root': "] }],
    [{ prompts: ['Password 047: '] }],
    [{ prompts: ['otp-md5 498 wi01309 ext\nResponse: '] }],
    [{ prompts: ['Enter PASSCODE: '] }],
    [{ prompts: [{ prompt: 'Insert your U2F device, then press ENTER. ', echo: true }] }],
    [
      {
        prompts: [
          {
            prompt: 'Duo two-factor login\n\n1. Duo Push\n\nPasscode or option (1-1): ',
            echo: true,
          },
        ],
      },
    ],
    [{ prompts: ['> '], instructions: 'Enter the code of your authenticator app' }],
    [{ prompts: ['Password: ', 'Token: '] }],
  ] as [Step][])('sends no password to a code prompt: %j', async (step) => {
    const typed: string[] = [];
    const [code, message] = await outcome(await pam([{ ...step, answer: '123456' }], typed));
    expect([code, typed]).toEqual(['SSH_SECOND_FACTOR', []]);
    expect(message).toContain('asks: “');
  });

  it.each([
    ['SSH_SECOND_FACTOR', ['Verification code: ']],
    ['SSH_SECOND_FACTOR', ['Second Factor: ']],
    ['SSH_SECOND_FACTOR', [{ prompt: 'Passcode or option (1-3): ', echo: true }]],
    ['SSH_PROMPT_UNKNOWN', ['Bestätigung: ']],
    ['SSH_PROMPT_UNKNOWN', [{ prompt: 'Do you accept the terms (yes/no)? ', echo: true }]],
    [
      'SSH_PASSWORD_EXPIRED',
      [
        'You are required to change your password immediately (administrator enforced).\nCurrent password: ',
      ],
    ],
    ['SSH_PASSWORD_EXPIRED', ['(current) UNIX password: ']],
    ['SSH_PASSWORD_EXPIRED', ['New password: ']],
    ['SSH_PASSWORD_EXPIRED', ['Kata sandi baru: ']],
    ['SSH_PASSWORD_EXPIRED', ['New password: ', 'Retype new password: ']],
  ] as [string, Step['prompts']][])(
    'fails with %s when %j follows an accepted password',
    async (code, prompts) => {
      const typed: string[] = [];
      const port = await pam([{ prompts: ['Password: '] }, { prompts, answer: 'x' }], typed);
      expect(await outcome(port)).toEqual([code, expect.any(String)]);
      expect(typed).toEqual([PASSWORD]);
    },
  );

  it('quotes the prompt on one limited line without control characters or the password', async () => {
    const prompt = `\u202eToken\u001b[31m\u0007\nfor ${PASSWORD} ${'x'.repeat(5000)}: `;
    const [code, message] = await outcome(await pam([{ prompts: [prompt], answer: '1' }]));
    expect(code).toBe('SSH_SECOND_FACTOR');
    expect(message).toContain('“Token for [removed] xxx');
    expect(message.length).toBeLessThan(400);
  });

  it('quotes a prompt that contains no letters if the server sends no instructions', async () => {
    const prompts = [{ prompt: '3 + 4 = ', echo: true }];
    const [code, message] = await outcome(await pam([{ prompts, answer: '7' }]));
    expect(code).toBe('SSH_PROMPT_UNKNOWN');
    expect(message).toContain('“3 + 4 =”');
  });

  it.each([
    ['rejected immediately', [{ prompts: ['Password: '], answer: 'other' }]],
    [
      'requested repeatedly',
      Array.from({ length: 9 }, () => ({ prompts: ['Permission denied.\nPassword: '] })),
    ],
  ])('reports a wrong password when it is %s', async (_, steps) => {
    expect((await outcome(await pam(steps)))[0]).toBe('SSH_AUTH_FAILED');
  });

  describe('with AuthenticationMethods', () => {
    const key = CUSTOMER_KEY;

    it.each([[['publickey', 'password']], [['password', 'publickey']]] as const)(
      'signs in by %j',
      async (methods) => {
        expect(await outcome(await inOrder(...methods), { key })).toEqual(['signed in']);
      },
    );

    it.each([
      ['SSH_PASSWORD_ALSO', ['publickey', 'password'], { key, password: '' }],
      ['SSH_AUTH_FAILED', ['publickey', 'password'], { key, password: 'wrong' }],
      ['SSH_KEY_ALSO', ['password', 'publickey'], {}],
      ['SSH_SECOND_FACTOR', ['password', 'hostbased'], { key }],
      ['SSH_SECOND_FACTOR', ['publickey', 'hostbased'], { key }],
      ['SSH_PASSWORD_DISABLED', ['publickey', 'password'], {}],
    ] as [string, ('publickey' | 'password' | 'hostbased')[], Partial<SshTarget>][])(
      'fails with %s for %j',
      async (code, methods, changes) => {
        expect((await outcome(await inOrder(...methods), changes))[0]).toBe(code);
      },
    );

    it('fails with SSH_KEY_REFUSED if the password was accepted but the key was not', async () => {
      let isHalf = false;
      const port = await server((auth) => {
        if (auth.method === 'password') {
          isHalf = true;
          return auth.reject(['publickey'], true);
        }
        auth.reject(isHalf ? ['publickey'] : ['password']);
      });
      expect((await outcome(port, { key }))[0]).toBe('SSH_KEY_REFUSED');
    });

    it('fails with SSH_SECOND_FACTOR at the code prompt of a second method', async () => {
      const port = await server((auth) => {
        if (auth.method === 'password') return auth.reject(['keyboard-interactive'], true);
        if (auth.method !== 'keyboard-interactive') return auth.reject(['password']);
        auth.prompt([{ prompt: 'Password: ', echo: false }], () => auth.reject(['password']));
      });
      expect((await outcome(port))[0]).toBe('SSH_SECOND_FACTOR');
    });
  });
});
