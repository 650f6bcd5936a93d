// check-batch.mjs WORK: runs Windows' batch files under Wine, see check-batch.sh.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { agentScripts } from '@casement/install-engine/scripts.js';
import { windowsFiles } from '@casement/install-engine/windows/windows-files.js';

const work = process.argv[2];
const drive = join(work, 'wine', 'drive_c');
const record = join(work, 'record.txt');
const tools = join(work, 'tools');
const environment = {
  PATH: process.env.PATH,
  HOME: work,
  WINEPREFIX: join(work, 'wine'),
  WINEARCH: 'win64',
  WINEDEBUG: '-all',
  // Disables browser, Mono and desktop integration. They are not needed, and each would prompt.
  WINEDLLOVERRIDES: 'mscoree,mshtml,winemenubuilder.exe=',
};

mkdirSync(tools);
for (const name of ['net', 'netsh', 'sc', 'ping', 'powershell', 'shutdown']) {
  copyFileSync(join(work, 'recorder.exe'), join(tools, `${name}.exe`));
}
execFileSync('wineboot', ['--init'], { env: environment, stdio: 'ignore' });
execFileSync('wineserver', ['--wait'], { env: environment, stdio: 'ignore' });
// Keeps the server running, because starting it for every program would take longer than the rest of the test.
execFileSync('wineserver', ['--persistent'], { env: environment, stdio: 'ignore' });

const PASSWORDS = [
  "\"; & del C:\\ | %PATH% ^! 'quoted'",
  '%CASEMENT_UP_TOKEN%!CASEMENT_UP_TOKEN!',
  '^^^&&&|||<<<>>>',
  '100%% sure! "twice""',
  ' leading and trailing ',
  '(goto) 2>nul & exit /b 1',
  'ünïcödé-密码-🔑',
  `${'x"%^&! '.repeat(14)}ab`,
  'plain-1A',
];
assert.equal(PASSWORDS[7].length, 100);

const TS = 'HKLM\\SYSTEM\\CurrentControlSet\\Control\\Terminal Server';
const RDP = `${TS}\\WinStations\\RDP-Tcp`;
const TOKEN = 'AbC-_123';
const UP_URL = 'http://[2001:db8:80::80]:8080/api/install/agent/windows-up/0191';
const POLICY = 'Windows/System32/GroupPolicy';
const OWN_POLICY = '[General]\r\nVersion=65537\r\n';

const NETWORK = {
  mac: '52:54:00:ca:5e:01',
  mode: 'static',
  addresses: ['203.0.113.10/32'],
  gateway: '198.51.100.1',
  onlink: true,
  ipv6Addresses: [],
  ipv6Gateway: null,
  ipv6Onlink: false,
  ipv6FromMac: false,
  dns: ['192.0.2.53'],
  mtu: 1500,
};

/**
 * Returns the path in the spelling that exists, because Wine creates folders in lower case but finds them in any
 * spelling.
 */
function onDrive(path) {
  return path.split('/').reduce((at, part) => {
    const found = existsSync(at)
      ? readdirSync(at).find((name) => name.toLowerCase() === part.toLowerCase())
      : undefined;
    return join(at, found ?? part);
  }, drive);
}

function wine(command, extra = {}) {
  return spawnSync('wine', command, {
    cwd: tools,
    env: { ...environment, ...extra },
    encoding: 'utf8',
    timeout: 300_000,
  });
}

/** Returns a DWORD registry value as a number, or null. */
function registry(key, name) {
  const stdout = queried(key, name);
  const found = new RegExp(`${name}\\s+REG_DWORD\\s+0x([0-9a-f]+)`, 'i').exec(stdout);
  return found ? parseInt(found[1], 16) : null;
}

const queried = (key, name) => wine(['reg', 'query', key, '/v', name]).stdout;

const text = (hex) => Buffer.from(hex, 'hex').toString('utf8');

/** Runs the batch file for this kind of image and password. Returns the recorded calls and the remaining files. */
async function run(image, rdpPassword, answers = {}, ownPolicy = false, settings = undefined) {
  rmSync(record, { force: true });
  rmSync(onDrive(POLICY), { recursive: true, force: true });
  wine(['reg', 'delete', TS, '/f']);
  const files = await windowsFiles({
    image,
    rdpPassword,
    rdpPort: 22,
    network: NETWORK,
    settings,
    upUrl: UP_URL,
    upToken: TOKEN,
  });
  for (const { path, content } of files) {
    mkdirSync(dirname(onDrive(path)), { recursive: true });
    writeFileSync(onDrive(path), content);
  }
  const batch = files.find(({ path }) => path.endsWith('.cmd')).path;
  const folder = `${dirname(batch)}/casement`;
  // Stored where the RAM stage stores an existing policy.
  if (ownPolicy) writeFileSync(join(onDrive(folder), 'gpt.ini'), OWN_POLICY);
  return {
    ...execute(batch, answers),
    left: files.filter(({ path }) => existsSync(onDrive(path))).map(({ path }) => path),
    folderLeft: existsSync(onDrive(folder)),
    scripts: `C:\\${folder.replaceAll('/', '\\')}`,
  };
}

/** Runs a batch file and returns the recorded calls. */
function execute(batch, answers) {
  const { error } = wine(['cmd', '/c', `C:\\${batch.replaceAll('/', '\\')}`], {
    RECORD: `Z:${record.replaceAll('/', '\\')}`,
    ...answers,
  });
  assert.ok(!error, String(error));
  const lines = readFileSync(record, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(' '));
  const of = (kind) =>
    lines.filter(([first]) => first === kind).map(([, ...words]) => words.map(text));
  return {
    calls: of('call').map(([program, ...words]) => [program.toLowerCase(), ...words]),
    commands: of('command').map(([line]) => line),
    environments: of('environment').map(([line]) => line),
    passwords: of('password').map(([stored]) => Buffer.from(stored, 'base64').toString('utf8')),
  };
}

const powershell = (ran) =>
  ran.calls
    .filter(([program]) => program === 'powershell')
    .map((call) => call.at(-1).split('\\').at(-1));

function everythingElseIsRight(ran, password) {
  assert.ok(did(ran, 'net', 'accounts /lockoutthreshold:10 /lockoutduration:5 /lockoutwindow:5'));
  assert.equal(powershell(ran)[1], 'lockout.ps1');
  for (const call of ran.calls.filter(([program]) => program === 'powershell')) {
    assert.deepEqual(call.slice(1, -1), [
      '-NoLogo',
      '-NoProfile',
      '-NonInteractive',
      '-ExecutionPolicy',
      'Bypass',
      '-File',
    ]);
    assert.equal(
      call.at(-1).toLowerCase().startsWith(ran.scripts.toLowerCase()),
      true,
      call.at(-1),
    );
  }
  for (const stored of ran.passwords) assert.equal(stored, password);
  for (const output of [...ran.commands, ...ran.environments]) {
    assert.ok(!output.includes(password), `the password stands in: ${output}`);
  }
  assert.ok(ran.environments.includes(`CASEMENT_UP_URL=${UP_URL}`));
  assert.ok(ran.environments.includes(`CASEMENT_UP_TOKEN=${TOKEN}`));
  assert.deepEqual(ran.left, []);
  assert.equal(ran.folderLeft, false);
}

const did = (ran, ...call) => ran.calls.some((words) => words.join(' ') === call.join(' '));

let passed = 0;
let failed = 0;
async function check(name, work) {
  try {
    await work();
    passed += 1;
    console.log(`ok   ${name}`);
  } catch (error) {
    console.log(`FAIL ${name}: ${error.message}`);
    failed += 1;
  }
}

const HOSTILE = [
  ...PASSWORDS.map((password) => ['generalised', password]),
  ['configured', PASSWORDS[0]],
];
for (const [image, password] of HOSTILE) {
  await check(`${image}: ${JSON.stringify(password).slice(0, 50)}`, async () => {
    const ran = await run(image, password);
    assert.deepEqual(powershell(ran), [
      'network.ps1',
      'lockout.ps1',
      'password.ps1',
      'extend.ps1',
      'up.ps1',
    ]);
    everythingElseIsRight(ran, password);
  });
}
await check('remote desktop: on, with NLA, on port 22, through the firewall', async () => {
  const ran = await run('generalised', 'plain-1A');
  assert.equal(registry(TS, 'fDenyTSConnections'), 0);
  assert.equal(registry(RDP, 'UserAuthentication'), 1);
  assert.equal(registry(RDP, 'PortNumber'), 22);
  for (const protocol of ['TCP', 'UDP']) {
    assert.ok(
      did(
        ran,
        'netsh',
        'advfirewall firewall add rule',
        'name=Casement RDP',
        `dir=in action=allow protocol=${protocol} localport=22 remoteip=any`,
      ),
    );
  }
  const stop = ran.calls.findIndex((words) => words.join(' ') === 'net stop TermService /y');
  assert.equal(ran.calls[stop + 1].join(' '), 'net start TermService');
});
const SETTINGS = {
  timeZone: 'SE Asia Standard Time',
  keyboard: '00000409',
  forcesKeyboard: false,
  region: 'id-ID',
  displayLanguage: 'id-ID',
  computerName: 'web-01',
  rtcIsUtc: true,
  account: { name: 'budi', password: PASSWORDS[0], group: 'users' },
  networks: ['203.0.113.0/24', '192.0.2.1'],
  network: {},
  productKey: 'BCDFG-HJKMP-QRTVW-XY346-789BC',
  script: "Set-Content C:\\setup.txt 'Sesame-Of-Script-73!'",
};
const allowed = (ran) =>
  ran.calls
    .map((words) => words.join(' '))
    .filter((line) => line.startsWith('netsh advfirewall firewall add rule'))
    .map((line) => line.replace(/.*protocol=(\w+).*remoteip=/, '$1 '));
for (const image of ['generalised', 'configured']) {
  await check(
    `${image}: settings are applied after remote desktop was opened to the networks`,
    async () => {
      const ran = await run(image, 'plain-1A', {}, false, SETTINGS);
      assert.deepEqual(powershell(ran).slice(-3), ['extend.ps1', 'settings.ps1', 'up.ps1']);
      const list = SETTINGS.networks.join(',');
      assert.deepEqual(allowed(ran), [`TCP ${list}`, `UDP ${list}`]);
      for (const output of [...ran.commands, ...ran.environments]) {
        assert.ok(!output.includes(SETTINGS.productKey), `the licence key stands in: ${output}`);
        assert.ok(!output.includes('Sesame-Of-Script'), `the script stands in: ${output}`);
      }
      everythingElseIsRight(ran, 'plain-1A');
    },
  );
}
await check('networks that the firewall refuses open remote desktop to all', async () => {
  const ran = await run('generalised', 'plain-1A', { ANSWER_netsh: '1' }, false, SETTINGS);
  assert.deepEqual(allowed(ran), ['TCP 203.0.113.0/24,192.0.2.1', 'TCP any', 'UDP any']);
  assert.ok(ran.environments.includes('CASEMENT_RDP_FROM=any'));
  assert.equal(powershell(ran).at(-1), 'up.ps1');
});
await check('an sshd and a cloudbase-init that are there are switched off', async () => {
  const ran = await run('generalised', 'plain-1A');
  assert.ok(did(ran, 'sc', 'config sshd start= disabled') && did(ran, 'sc', 'stop sshd'));
  assert.ok(did(ran, 'sc', 'config cloudbase-init start= disabled'));
});
await check('where they are not there nothing is asked of them', async () => {
  const ran = await run('generalised', 'plain-1A', { ANSWER_sc: '1060' });
  assert.ok(!ran.calls.some(([program, verb]) => program === 'sc' && verb === 'stop'));
  assert.deepEqual(powershell(ran).at(-1), 'up.ps1');
});
await check('a password that can’t be set at first is tried again', async () => {
  const ran = await run('generalised', 'plain-1A', { ANSWER_password: 'N<3' });
  assert.equal(ran.passwords.length, 4);
  assert.deepEqual(powershell(ran).at(-1), 'up.ps1');
  assert.equal(registry(TS, 'fDenyTSConnections'), 0);
  everythingElseIsRight(ran, 'plain-1A');
});
for (const image of ['generalised', 'configured']) {
  await check(
    `${image}: without the password remote desktop stays closed, and nothing is left`,
    async () => {
      const ran = await run(image, 'plain-1A', { ANSWER_password: '1' });
      assert.equal(ran.passwords.length, 5);
      assert.equal(registry(TS, 'fDenyTSConnections'), 1);
      assert.equal(registry(RDP, 'PortNumber'), null);
      assert.ok(!powershell(ran).includes('up.ps1'));
      everythingElseIsRight(ran, 'plain-1A');
    },
  );
}
await check('configured: a policy of the image’s own comes back', async () => {
  const ran = await run('configured', 'plain-1A', {}, true);
  assert.equal(readFileSync(join(onDrive(POLICY), 'gpt.ini'), 'utf8'), OWN_POLICY);
  assert.equal(ran.folderLeft, false);
  assert.equal(existsSync(join(onDrive(POLICY), 'Machine', 'Scripts', 'scripts.ini')), false);
});
const RESET = 'Windows/Casement/reset';
const SETUP = 'HKLM\\SYSTEM\\Setup';
/** Runs reset.cmd as the recovery system leaves it. */
async function runReset(password, answers = {}) {
  rmSync(record, { force: true });
  mkdirSync(onDrive(RESET), { recursive: true });
  const scripts = await agentScripts();
  for (const name of ['reset.cmd', 'password.ps1']) {
    const { content } = scripts.find((script) => script.name === name);
    writeFileSync(join(onDrive(RESET), name), content);
  }
  writeFileSync(join(onDrive(RESET), 'password.b64'), Buffer.from(password).toString('base64'));
  wine(['reg', 'add', SETUP, '/v', 'SetupType', '/t', 'REG_DWORD', '/d', '2', '/f']);
  wine(['reg', 'add', SETUP, '/v', 'CmdLine', '/t', 'REG_SZ', '/d', 'reset.cmd', '/f']);
  return execute(`${RESET}/reset.cmd`, answers);
}
for (const [answers, tries] of [
  [{}, 1],
  [{ ANSWER_password: 'N<3' }, 4],
  [{ ANSWER_password: '1' }, 5],
]) {
  await check(`a reset runs once and leaves nothing, after ${tries} tries`, async () => {
    const ran = await runReset(PASSWORDS[0], answers);
    assert.equal(registry(SETUP, 'SetupType'), 0);
    assert.ok(!queried(SETUP, 'CmdLine').includes('reset.cmd'));
    assert.deepEqual(ran.passwords, Array(tries).fill(PASSWORDS[0]));
    // Wine's cmd keeps the batch file open, so the empty folder stays.
    assert.deepEqual(existsSync(onDrive(RESET)) ? readdirSync(onDrive(RESET)) : [], []);
    assert.ok(did(ran, 'shutdown', '/r', '/t', '0'));
    for (const output of [...ran.commands, ...ran.environments])
      assert.ok(!output.includes(PASSWORDS[0]), `the password stands in: ${output}`);
  });
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
