import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { planNetwork } from '../machine/network-plan.js';
import { sampleFacts } from '../testing/sample-facts.js';
import { windowsSettings, type WindowsSettings } from './settings.js';
import { networkFile, windowsArchive, windowsFiles } from './windows-files.js';

const HOSTILE = [
  `"; & del C:\\ | %PATH% ^! 'quoted'`,
  'ünïcödé-密码-🔑',
  'x'.repeat(100),
  '%CASEMENT_UP_TOKEN%',
  ' spaces around ',
];

const configuration = (
  rdpPassword: string,
  image: 'generalised' | 'configured' = 'generalised',
) => ({
  image,
  rdpPassword,
  rdpPort: 22,
  network: planNetwork(sampleFacts()),
  upUrl: 'https://example.com/api/install/agent/windows-up/0191',
  upToken: 'AbC-_123',
});

const contentOf = async (rdpPassword: string, image?: 'generalised' | 'configured') =>
  new Map(
    (await windowsFiles(configuration(rdpPassword, image))).map(({ path, content }) => [
      path,
      content.toString('utf8'),
    ]),
  );

describe(windowsFiles.name, () => {
  it.each(HOSTILE)('stores the password %j only in a separate file', async (password) => {
    const files = await contentOf(password);
    const stored = files.get('Windows/Setup/Scripts/casement/password.b64')!;
    expect(Buffer.from(stored, 'base64').toString('utf8')).toBe(password);
    for (const content of files.values()) expect(content).not.toContain(password);
  });

  it('ends every line of the files for Windows with CRLF', async () => {
    const files = await contentOf('secret-1');
    for (const [path, content] of files) {
      if (!path.endsWith('.b64')) expect(content.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    }
  });

  it('passes port, firewall, service address and clean-up to SetupComplete.cmd', async () => {
    const setup = (await contentOf('secret-1')).get('Windows/Setup/Scripts/SetupComplete.cmd')!;
    expect(setup).toContain(
      'set CASEMENT_UP_URL=https://example.com/api/install/agent/windows-up/0191',
    );
    expect(setup).toContain('set CASEMENT_RDP_PORT=22');
    expect(setup).toContain('/v PortNumber /t REG_DWORD /d %CASEMENT_RDP_PORT% /f');
    expect(setup).toContain('/v fDenyTSConnections /t REG_DWORD /d 0 /f');
    expect(setup).toContain('localport=%CASEMENT_RDP_PORT%');
    expect(setup).toContain('sc.exe config sshd start= disabled');
    expect(setup).not.toMatch(/\{\{|net(\.exe)? user/);
  });

  it.each(['generalised', 'configured'] as const)(
    'locks every account, including the built-in one, after ten wrong passwords: %s',
    async (image) => {
      const files = await contentOf('secret-1', image);
      const ending = (end: string) => [...files].find(([path]) => path.endsWith(end))![1];
      const setup = ending(image === 'configured' ? 'casement.cmd' : 'SetupComplete.cmd');
      expect(setup).toContain('accounts /lockoutthreshold:10 /lockoutduration:5 /lockoutwindow:5');
      expect(setup).toContain('lockout.ps1');
      const policy = ending('lockout.ps1');
      for (const line of ['LockoutBadCount = 10', 'AllowAdministratorLockout = 1']) {
        expect(policy).toContain(line);
      }
    },
  );

  it('sets the addresses first and the packet size last', async () => {
    const network = (await contentOf('secret-1')).get(
      'Windows/Setup/Scripts/casement/network.ps1',
    )!;
    const steps = [...network.matchAll(/^ *Invoke-Step ['"]([\w ]+)/gm)].map((match) => match[1]);
    expect(steps).toEqual(['address', 'name servers', 'IPv6', 'packet size of ']);
    expect(network.match(/NlMtuBytes/g)).toHaveLength(1);
  });

  it.each(['generalised', 'configured'] as const)(
    'brings the script of the boot guard only for a guarded disk: %s',
    async (image) => {
      const pathsOf = async (guard: boolean) =>
        (await windowsFiles({ ...configuration('secret-1', image), guard })).map(
          ({ path }) => path,
        );
      expect(await pathsOf(true)).toContainEqual(expect.stringMatching(/casement\/guard\.ps1$/));
      expect(await pathsOf(false)).not.toContainEqual(expect.stringContaining('guard'));
    },
  );

  it('lets the removal of the guard recognise its GRUB by a text of the embedded configuration', async () => {
    const files = await windowsFiles({ ...configuration('secret-1'), guard: true });
    const script = files.find(({ path }) => path.endsWith('guard.ps1'))!.content.toString('utf8');
    const [, mark] = /\.Contains\('(.+?)'\)/.exec(script)!;
    const config = join(__dirname, '../../toolkit/guard/grub.cfg');
    expect(readFileSync(config, 'utf8')).toContain(mark);
  });

  describe('script of the boot guard', () => {
    const guardScript = async () => {
      const files = await windowsFiles({ ...configuration('secret-1'), guard: true });
      return files.find(({ path }) => path.endsWith('guard.ps1'))!.content.toString('utf8');
    };
    const bodyOf = (script: string, name: string) =>
      new RegExp(`^function ${name}\\b.*?^}`, 'ms').exec(script)![0];

    it('writes only names of the block that the stage made, by one function with its checks', async () => {
      const script = await guardScript();
      const stage = readFileSync(join(__dirname, '../../agent/guard.sh'), 'utf8');
      const [, block] = /printf '# GRUB Environment Block\\n(.+?)'/.exec(stage)!;
      const names = block.split('\\n').map((line) => line.split('=')[0]);
      const written = [...script.matchAll(/Set-Block @\{ (.+?) \}/g)].flatMap(([, values]) =>
        values.split('; ').map((value) => value.split(' = ')[0]),
      );
      expect(new Set(written)).toEqual(new Set(['starts', 'guard', 'once']));
      expect(names).toEqual(expect.arrayContaining(written));
      expect(script.match(/BLOCK_OFFSET/g)).toHaveLength(1);
      expect(bodyOf(script, 'Set-Block')).toContain('# GRUB Environment Block`n');
    });

    it('uses the words that GRUB and the service know', async () => {
      const script = await guardScript();
      const grub = readFileSync(join(__dirname, '../../toolkit/guard/grub.cfg'), 'utf8');
      expect(script).toContain("@{ once = 'recovery' }");
      expect(grub).toContain('"$once" = recovery');
      expect(script).toContain('GUARD=(keep|remove)');
    });

    it('starts the recovery system only for an administrator who agrees, elevated from the Start menu', async () => {
      const script = await guardScript();
      for (const action of ['recovery', 'remove'])
        expect(script).toMatch(new RegExp(`'${action}' \\{\\s+Invoke-Agreed `));
      const agreed = bodyOf(script, 'Invoke-Agreed');
      const order = ['WindowsBuiltInRole]::Administrator', "-eq 'YES'", '& $step'];
      const at = order.map((text) => agreed.indexOf(text));
      expect(at).toEqual([...at].sort((a, b) => a - b));
      expect(at).not.toContain(-1);
      const shortcut = bodyOf(script, 'Add-Shortcut');
      expect(shortcut).toContain('guard.ps1 recovery');
      // RunAsUser of MS-SHLLINK.
      expect(shortcut).toContain('$bytes[21] -bor 32');
    });

    it('removes everything in the order after which Windows always starts, and then reports', async () => {
      const script = await guardScript();
      const removal = bodyOf(script, 'Remove-Guard') + bodyOf(script, 'Complete-Removal');
      const order = [
        'Restore-Loaders',
        'Restore-BootCode',
        'Remove-GuardPartition',
        'Restore-StartOptions',
        'Remove-Item $shortcut',
        'WriteAllText($removed',
        "Get-Order 'removed'",
        'schtasks.exe /delete',
        'Remove-Item $folder',
      ];
      const at = order.map((text) => removal.indexOf(text));
      expect(at).toEqual([...at].sort((a, b) => a - b));
      expect(at).not.toContain(-1);
    });
  });

  it('rejects values that a batch file would interpret', async () => {
    const hostile = { ...configuration('secret-1'), upUrl: 'https://example.com/?a=1&calc' };
    await expect(windowsFiles(hostile)).rejects.toThrow('batch');
  });
});

describe('settings', () => {
  const settings = (networks: string[] | null = null): WindowsSettings => ({
    timeZone: 'SE Asia Standard Time',
    keyboard: '00000409',
    forcesKeyboard: false,
    region: 'id-ID',
    displayLanguage: '',
    computerName: 'web-01',
    rtcIsUtc: true,
    account: { name: 'budi', password: HOSTILE[0], group: 'users' },
    networks,
    network: { ipv6: false },
    productKey: null,
    script: null,
  });
  const filesOf = async (image: 'generalised' | 'configured', networks?: string[]) =>
    new Map(
      (
        await windowsFiles({ ...configuration('secret-1', image), settings: settings(networks) })
      ).map(({ path, content }) => [path, content.toString('utf8')]),
    );
  const ending = (files: Map<string, string>, end: string) =>
    [...files].find(([path]) => path.endsWith(end))?.[1];

  it.each(['generalised', 'configured'] as const)(
    'are applied after remote desktop was opened: %s',
    async (image) => {
      const setup = ending(await filesOf(image), '.cmd')!;
      const order = ['net.exe start TermService', 'settings.ps1"', '\\up.ps1"'];
      const at = order.map((text) => setup.lastIndexOf(text));
      expect(at).toEqual([...at].sort((a, b) => a - b));
      expect(at).not.toContain(-1);
    },
  );

  it.each(['generalised', 'configured'] as const)(
    'keep the second password in a file of its own: %s',
    async (image) => {
      const files = await filesOf(image);
      const stored = ending(files, 'casement/account.b64')!;
      expect(Buffer.from(stored, 'base64').toString('utf8')).toBe(HOSTILE[0]);
      for (const content of files.values()) expect(content).not.toContain(HOSTILE[0]);
    },
  );

  it('put only the computer name into the answer file', async () => {
    const answers = ending(await filesOf('generalised'), 'unattend.xml')!;
    expect(answers).toContain('<ComputerName>web-01</ComputerName>');
    for (const text of ['SE Asia', 'id-ID', 'budi']) expect(answers).not.toContain(text);
  });

  it('open remote desktop to the chosen networks, or to all if the firewall refuses them', async () => {
    const networks = ['203.0.113.0/24', '192.0.2.1'];
    const setup = ending(await filesOf('configured', networks), '.cmd')!;
    expect(setup).toContain('set CASEMENT_RDP_FROM=203.0.113.0/24,192.0.2.1\r\n');
    expect(setup).toContain('(set CASEMENT_RDP_FROM=any& goto firewall)');
    expect(setup.match(/add rule .* remoteip=%CASEMENT_RDP_FROM%\r\n/g)).toHaveLength(2);
  });

  it('open remote desktop to all without chosen networks', async () => {
    expect(ending(await filesOf('generalised'), '.cmd')).toContain('set CASEMENT_RDP_FROM=any\r\n');
  });

  it('report each outcome, and a failure of one stops none of the others', async () => {
    const script = ending(await filesOf('generalised'), 'settings.ps1')!;
    const names = [...script.matchAll(/^Invoke-Setting '([^']+)'/gm)].map(([, name]) => name);
    expect(names).toEqual([
      'Hardware clock',
      'Time zone',
      'Display language',
      'Regional format',
      'Keyboard',
      'Keyboard of remote desktop clients',
      'Computer name',
      'Address',
      'DNS servers',
      'IPv6',
      'Second account',
      'Remote desktop only from',
      'After the verified sign-in',
    ]);
    expect(script).toMatch(/try \{\s+\$note = & \$step[^]+\} catch \{\s+\$script:report \+=/);
    expect(ending(await filesOf('generalised'), 'up.ps1')).toContain("'settings-report.txt'");
  });
});

describe('licence key and script', () => {
  const KEY = 'BCDFG-HJKMP-QRTVW-XY346-789BC';
  const SCRIPT = "# Übung\nSet-Content C:\\setup.txt 'Sesame-73!'\n";
  const filesWith = async (
    secrets: { productKey?: string; script?: string },
    image: 'generalised' | 'configured' = 'generalised',
  ) => {
    const { productKey = null, script = null } = secrets;
    const settings = windowsSettings(null, null, { accountPassword: null, productKey, script }, []);
    const files = await windowsFiles({ ...configuration('secret-1', image), settings });
    return new Map(files.map(({ path, content }) => [path, content.toString('utf8')]));
  };
  const ending = (files: Map<string, string>, end: string) =>
    [...files].find(([path]) => path.endsWith(end))?.[1];
  const afterProof = async () =>
    ending(await filesWith({ productKey: KEY, script: SCRIPT }), 'after-proof.ps1')!;
  const expectOrder = (text: string, parts: string[]) => {
    const order = parts.map((part) => text.indexOf(part));
    expect(order).not.toContain(-1);
    expect(order).toEqual([...order].sort((a, b) => a - b));
  };

  it('lose the byte order mark of their file', async () => {
    const files = await filesWith({ script: `\uFEFF${SCRIPT}` });
    const stored = ending(files, 'casement/script.b64')!;
    expect(Buffer.from(stored, 'base64').toString('utf8')).toBe(SCRIPT);
  });

  it.each(['generalised', 'configured'] as const)(
    'are stored only in files of their own, with the script that uses them: %s',
    async (image) => {
      const files = await filesWith({ productKey: KEY, script: SCRIPT }, image);
      for (const [name, secret] of [
        ['licence', KEY],
        ['script', SCRIPT],
      ]) {
        const stored = ending(files, `casement/${name}.b64`)!;
        expect(Buffer.from(stored, 'base64').toString('utf8')).toBe(secret);
        for (const content of files.values()) expect(content).not.toContain(secret);
      }
      expect(ending(files, 'settings.txt')).toContain(
        'AFTER_PROOF=licence key, first-start script\r\n',
      );
      expect(ending(files, 'after-proof.ps1')).toBeDefined();
    },
  );

  it('bring only the file of the given secret', async () => {
    const names = async (secrets: Parameters<typeof filesWith>[0]) =>
      [...(await filesWith(secrets)).keys()].join().match(/licence|script\.|after-proof/g);
    expect(await names({})).toBeNull();
    expect(await names({ productKey: KEY })).toEqual(['licence', 'after-proof']);
    expect(await names({ script: SCRIPT })).toEqual(['script.', 'after-proof']);
  });

  it('wait for the proof, are erased before their use, and stand in no command line', async () => {
    const text = await afterProof();
    expectOrder(text, ['$proof = if ($isLate)', "if ($proof -eq 'proven')", "Use-Once 'licence'"]);
    expectOrder(text, ['Remove-Item $file -Force', '(try { & $use $value }']);
    expect(text).toContain('$service.InstallProductKey($value)');
    expect(text).toContain('[IO.File]::WriteAllText($script, $value,');
    expect(text.match(/\$value\b/g)).toHaveLength(6);
    expect(text).toMatch(/icacls\.exe \$folder[^]+Copy-Item/);
  });

  it('are removed if the install ended without Windows, or nobody confirmed it for a day', async () => {
    const text = await afterProof();
    expect(text).toContain("$proof = if ($isLate) { 'refused' }");
    expect(text).toContain("if ($proof -eq 'refused' -or -not $left) { Remove-All }");
    expect(text).toContain('[DateTime]::UtcNow.AddDays(1).Ticks');
    expect(text).toContain('schtasks.exe /delete /f /tn $task');
  });

  it('run the script as SYSTEM for at most 30 minutes, with its output in UTF-8', async () => {
    const text = await afterProof();
    expect(text).toContain('schtasks.exe /create /f /tn $task /ru SYSTEM');
    expect(text).toContain('$minutes = 30');
    expectOrder(text, ['WaitForExit($minutes * 60000)', 'taskkill.exe /f /t /pid $process.Id']);
    expect(text).toContain('(New-Object Text.UTF8Encoding $true)');
    expect(text).toContain('[Console]::OutputEncoding = [Text.Encoding]::UTF8');
  });

  it('report the last 50 lines of the output without passwords that the script has', async () => {
    const text = await afterProof();
    expect(text).toContain('Select-Object -Last 50');
    const [byName, byMixture] = [...text.matchAll(/Matches\(\$text, '(.*)'\)/g)].map(
      ([, pattern]) => new RegExp(pattern.replaceAll("''", "'").replace('(?i)', ''), 'gi'),
    );
    const script = `$password = 'hunter-two'
      net user budi Sommer2026! /add
      $secure = ConvertTo-SecureString "open sesame" -AsPlainText
      curl.exe --token=abcd https://example.com/Setup1.exe
      Write-Output installed`;
    const words = [...script.matchAll(byName)].map(([, word]) => word);
    expect(words).toEqual(['hunter-two', 'open', 'abcd']);
    const mixture = new RegExp(byMixture.source, 'g');
    expect(script.match(mixture)).toContain('Sommer2026!');
    expect(script.match(mixture)).not.toContain('installed');
  });
});

describe('chosen network', () => {
  it('replaces the name servers of DHCP and turns IPv6 on or off', async () => {
    const plan = planNetwork(sampleFacts(), { dns: ['9.9.9.9'], ipv6: false });
    expect(networkFile(plan, 22)).toMatch(/DNS_CHOSEN=yes\r\nIPV6=no\r\n/);
    const script = (await contentOf('secret-1')).get('Windows/Setup/Scripts/casement/network.ps1')!;
    expect(script).toContain("if ($plan.DNS_CHOSEN -eq 'yes' -or -not (Test-Names))");
    expect(script).toContain("-Name '*' -ComponentID ms_tcpip6 -Enabled ($plan.IPV6 -eq 'yes')");
  });
});

describe('certification', () => {
  it('adds a script to Windows, which runs before the report that sends its output', async () => {
    const files = await windowsFiles({ ...configuration('secret-1'), facts: true });
    const ordinary = await windowsFiles(configuration('secret-1'));
    const added = files.filter(({ path }) => !ordinary.some((one) => one.path === path));
    expect(added.map(({ path }) => path)).toEqual(['Windows/Setup/Scripts/casement/facts.ps1']);
    const setup = (await contentOf('secret-1')).get('Windows/Setup/Scripts/SetupComplete.cmd')!;
    const [reads, reports] = ['facts.ps1"', '\\up.ps1"'].map((name) => setup.lastIndexOf(name));
    expect(reads).toBeGreaterThan(setup.indexOf('extend.ps1'));
    expect(reports).toBeGreaterThan(reads);
  });
});

describe('configured image', () => {
  const POLICY = 'Windows/System32/GroupPolicy';

  it('runs the same batch file as a start-up script of the local policy', async () => {
    const generalised = await contentOf('secret-1');
    const configured = await contentOf('secret-1', 'configured');
    const batch = configured.get(`${POLICY}/Machine/Scripts/Startup/casement.cmd`)!;
    expect(batch).toContain('set CASEMENT_IMAGE=configured\r\n');
    expect(batch.replace('=configured', '=generalised')).toBe(
      generalised.get('Windows/Setup/Scripts/SetupComplete.cmd'),
    );
    expect(configured.get(`${POLICY}/Machine/Scripts/scripts.ini`)).toBe(
      '[Startup]\r\n0CmdLine=casement.cmd\r\n0Parameters=\r\n',
    );
  });

  it('has a policy that enables the script extension, with a version that Windows processes', async () => {
    const list = (await contentOf('secret-1', 'configured')).get(`${POLICY}/gpt.ini`)!;
    expect(list).toContain('{42B5FAAE-6536-11D2-AE5A-0000F87571E3}');
    // The lower half is the machine's version; 0 would mean an empty policy.
    expect(Number(/Version=(\d+)/.exec(list)?.[1]) % 2 ** 16).toBeGreaterThan(0);
  });

  it('contains no answer file and writes gpt.ini last', async () => {
    const paths = [...(await contentOf('secret-1', 'configured')).keys()];
    expect(paths).not.toContain('Windows/Panther/unattend.xml');
    expect(paths.at(-1)).toBe(`${POLICY}/gpt.ini`);
  });
});

describe(windowsArchive.name, () => {
  it('starts with the hashes of all other files', async () => {
    const archive = await windowsArchive(configuration('secret-1'));
    const size = parseInt(archive.toString('latin1', 124, 135), 8);
    expect(archive.toString('latin1', 0, 12)).toBe('files.sha256');
    const list = archive
      .toString('utf8', 512, 512 + size)
      .trim()
      .split('\n');
    expect(list).toHaveLength(9);
    const password = createHash('sha256')
      .update(Buffer.from('secret-1').toString('base64'))
      .digest('hex');
    expect(list).toContain(`${password}  Windows/Setup/Scripts/casement/password.b64`);
  });
});

describe(networkFile.name, () => {
  it('contains the network card and its address mode', () => {
    expect(networkFile(planNetwork(sampleFacts()), 22).split('\r\n')).toEqual([
      'MAC=52:54:00:ca:5e:01',
      'MODE=dhcp',
      'ADDRESS=10.0.2.15/24',
      'GATEWAY=10.0.2.2',
      'ONLINK=no',
      'DNS=10.0.2.3',
      'DNS_CHOSEN=no',
      'IPV6=',
      'IPV6_ADDRESS=',
      'IPV6_GATEWAY=',
      'IPV6_ONLINK=no',
      'IPV6_FROM_MAC=yes',
      'MTU=1500',
      'RDP_PORT=22',
      '',
    ]);
  });

  it('rejects values other than network addresses', () => {
    const plan = { ...planNetwork(sampleFacts()), dns: ['1.1.1.1\r\nMODE=static'] };
    expect(() => networkFile(plan, 22)).toThrow('not a network value');
  });
});
