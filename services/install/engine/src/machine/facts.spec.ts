import { SAMPLE_FACTS_TEXT, sampleFacts } from '../testing/sample-facts.js';
import { plainText } from '@casement/windows-image/text.js';
import { parseFacts } from './facts.js';

describe(parseFacts.name, () => {
  it('parses the VPS’s report', () => {
    const facts = sampleFacts();
    expect(facts).toMatchObject({
      uid: 0,
      kernel: '6.1.0-56-cloud-amd64',
      hostname: 'lab-vps',
      containers: [],
      firmware: 'bios',
      rootDisks: ['vda'],
      route4: { via: '10.0.2.2', source: '10.0.2.15', dhcp: true },
      addresses4: [{ address: '10.0.2.15/24', dynamic: true }],
      room: {
        '/var/lib': {
          fs: 'ext4',
          freeKb: 928768,
          freeInodes: 60000,
          readOnly: false,
          noExec: false,
        },
        '/run': { fs: 'tmpfs', noExec: true },
      },
      sshLocal: { address: '10.0.2.15', port: 22 },
      kexec: { built: true, disabled: false },
    });
    expect(facts.nic).toMatchObject({
      mac: '52:54:00:ca:5e:01',
      modules: ['virtio_net', 'virtio_pci'],
    });
    expect(facts.disks[0]).toMatchObject({ name: 'vda', size: 2 ** 32, serial: 'casement-lab' });
  });

  it('rejects truncated output', () => {
    const cut = SAMPLE_FACTS_TEXT.replace('END=1\n', '');
    expect(() => parseFacts(cut)).toThrow(expect.objectContaining({ code: 'OS_UNREADABLE' }));
  });

  it('treats the hash of empty input as an unreadable disk', () => {
    const text = SAMPLE_FACTS_TEXT.replace(
      /head=\w+/,
      'head=e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    );
    expect(parseFacts(text).disks[0].head).toBe('');
  });

  it.each([
    ['an IPv4 address', '198.51.100.9 51234 203.0.113.7 2222', '203.0.113.7'],
    ['an IPv4 address in IPv6 notation', '198.51.100.9 51234 ::ffff:203.0.113.7 22', '203.0.113.7'],
    ['a forwarder on the machine itself', '127.0.0.1 51234 127.0.0.1 22', undefined],
    ['a forwarder at its own address', '203.0.113.7 51234 203.0.113.7 22', undefined],
    ['an IPv6 address', '2001:db8::9 51234 2001:db8::1 22', undefined],
    ['an empty line', '', undefined],
    ['a truncated line', '198.51.100.9 51234 203.0.113.7', undefined],
  ])('reads the local end of the SSH connection from %s', (_, line, address) => {
    const { sshLocal } = parseFacts(`FACTS=1\nSSH_CONNECTION=${line}\nEND=1\n`);
    expect(sshLocal?.address).toBe(address);
  });

  it('reads ports, ranges of ports and rules that it does not know', () => {
    const lines = 'LISTENING=22\nLISTENING=443\nREDIRECTED=443\nREDIRECTED=20-25\nREDIRECTED=?\n';
    expect(parseFacts(`FACTS=1\n${lines}END=1\n`)).toMatchObject({
      listening: [22, 443],
      redirected: [{ from: 443, to: 443 }, { from: 20, to: 25 }, null],
    });
  });

  it('treats a file system without inodes as unlimited', () => {
    const { room } = parseFacts('FACTS=1\nROOM=dir=/boot free_kb=9 free_inodes= ro=no\nEND=1\n');
    expect(room['/boot']).toMatchObject({ freeInodes: Infinity });
  });

  it('omits values that were not reported', () => {
    const facts = parseFacts('FACTS=1\nUID=1000\nEND=1\n');
    expect(facts).toMatchObject({ uid: 1000, nic: null, grub: null, route4: null, disks: [] });
    expect(facts.kexec).toEqual({ built: false, disabled: true });
  });

  it('limits the length of texts and words and the number of repeated lines', () => {
    const long = 'x'.repeat(400_000);
    const text = SAMPLE_FACTS_TEXT.replace(/^ARCH=.*$/m, `ARCH=${long}`)
      .replace(/ serial=\S*/, ` serial=${long}`)
      .replace(/^END=1$/m, `${'DNS=192.0.2.1\n'.repeat(10_000)}END=1`);
    const { arch, disks, dns } = parseFacts(text);
    expect(arch).toBe(`${'x'.repeat(299)}…`);
    expect(disks[0].serial).toHaveLength(300);
    expect(disks[0].modules).toEqual(sampleFacts().disks[0].modules);
    expect(dns).toHaveLength(256);
  });

  it('does not cut an emoji in half, which PostgreSQL would reject', () => {
    const { hostname } = parseFacts(`FACTS=1\nHOSTNAME=${'\u{1f600}'.repeat(300)}\nEND=1\n`);
    expect(hostname).toBe(plainText(hostname));
  });

  it('keeps a long kernel command line complete', () => {
    const cmdline = `${'a=b '.repeat(500)}console=ttyS0`;
    expect(parseFacts(`FACTS=1\nCMDLINE=${cmdline}\nEND=1\n`).cmdline).toBe(cmdline);
  });
});
