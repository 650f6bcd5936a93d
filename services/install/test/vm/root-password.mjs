// root-password.mjs ADDRESS: runs vps/root-password.sh on the lab's VPS at a terminal, once for each way in which an
// SSH server or an account keeps root out, and then signs in from outside. One root connection stays open throughout
// as the provider's console.
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import ssh2 from 'ssh2';
import { connectSsh } from '@casement/install-engine/ssh/connect.js';

const host = process.argv[2];
const OLD = process.env.CASEMENT_ROOT_PASSWORD;
const NEW = 'Casement-New-2';
const DONE = /Done\. Root can now sign in/;

/** Changes made to the VPS and the script's expected output. */
const CASES = [
  ['as it is built', 'true', DONE],
  ['a file of settings', 'echo PermitRootLogin no >/etc/ssh/sshd_config.d/00-a.conf', DONE],
  ['a file before ours', 'echo PermitRootLogin no >/etc/ssh/sshd_config.d/0-a.conf', DONE],
  ['settings above Include', 'sed -i "1i PasswordAuthentication no" /etc/ssh/sshd_config', DONE],
  ['no Include', 'sed -i "/^Include/d" /etc/ssh/sshd_config', DONE],
  ['a locked password', 'passwd -l root', DONE],
  ['a password to change', 'chage -d 0 root', DONE],
  [
    'started by a socket',
    // Socket activation, the default of Ubuntu since 22.10: no server runs until a client connects.
    `systemctl stop ssh; systemctl start ssh.socket; rm -rf /run/sshd
    echo PermitRootLogin no >/etc/ssh/sshd_config.d/00-a.conf`,
    DONE,
  ],
  ['AllowUsers', 'echo AllowUsers user >>/etc/ssh/sshd_config', /AllowUsers does not name root/],
  ['DenyGroups', 'echo DenyGroups root >>/etc/ssh/sshd_config', /DenyGroups names the group root/],
  [
    'a Match block',
    `printf 'Match User root\\n  PasswordAuthentication no\\n' >>/etc/ssh/sshd_config`,
    /PasswordAuthentication is not "yes" for root/,
  ],
  [
    'a key is wanted too',
    'echo AuthenticationMethods publickey,password >>/etc/ssh/sshd_config',
    /AuthenticationMethods/,
  ],
  ['an expired account', 'chage -E 2020-01-01 root', /account of root has expired/],
  ['no shell', 'usermod -s /usr/sbin/nologin root', /root's shell is \/usr\/sbin\/nologin/],
  [
    'PAM',
    'sed -i "1i auth requisite pam_succeed_if.so uid >= 1000" /etc/pam.d/sshd',
    /signing in with it failed/,
  ],
];

const SAVE = 'cp -a /etc/ssh /root/ssh; cp -a /etc/pam.d /root/pam.d';
const RESET = `systemctl stop ssh.socket 2>/dev/null
rm -rf /etc/ssh /etc/pam.d; cp -a /root/ssh /etc/ssh; cp -a /root/pam.d /etc/pam.d
usermod -s /bin/bash root; chage -E -1 root; echo 'root:${OLD}' | chpasswd
mkdir -p /run/sshd; systemctl reload ssh 2>/dev/null || systemctl restart ssh`;

const console_ = new ssh2.Client();
console_.connect({ host, username: 'root', password: OLD, readyTimeout: 120_000 });
await once(console_, 'ready');

/** Runs a command. With `answer` it runs at a terminal and answers each prompt. */
function run(command, answer) {
  return new Promise((resolve, reject) => {
    console_.exec(command, { pty: answer !== undefined }, (error, channel) => {
      if (error) return reject(error);
      let output = '';
      let seen = 0;
      const take = (part) => {
        output += part;
        if (!answer || !/(password|again).*: ?$/i.test(output.slice(seen))) return;
        seen = output.length;
        channel.write(`${answer}\n`);
      };
      channel.on('data', take);
      channel.stderr.on('data', take);
      channel.on('exit', (code) => channel.on('close', () => resolve({ code, output })));
    });
  });
}

/** Signs in from outside, like the service. */
async function signsIn() {
  try {
    const ssh = await connectSsh({ host, port: 22, username: 'root', password: NEW });
    try {
      return (await ssh.run('id -u', 60_000)).stdout.trim() === '0';
    } finally {
      ssh.close();
    }
  } catch {
    return false;
  }
}

const script = await readFile(
  new URL('../../engine/vps/root-password.sh', import.meta.url),
  'utf8',
);
await run(`${SAVE}; cat >/root/root-password.sh <<'SCRIPT'\n${script}\nSCRIPT`);
let failed = 0;
for (const [name, change, expected] of CASES) {
  await run(change);
  const before = Date.now();
  const { code, output } = await run('sh -s </root/root-password.sh', NEW);
  const isIn = await signsIn();
  const isRight =
    expected.test(output) &&
    (code === 0) === isIn &&
    DONE.test(output) === isIn &&
    isIn === (expected === DONE);
  if (!isRight) failed += 1;
  const seconds = Math.round((Date.now() - before) / 1000);
  console.log(
    `${isRight ? 'ok  ' : 'FAIL'} ${name}: ${isIn ? 'signs in' : 'kept out'}, ${seconds} s`,
  );
  if (!isRight) console.log(`status ${code}; ${output}`);
  await run(RESET);
}
console_.end();
process.exitCode = failed === 0 ? 0 : 1;
