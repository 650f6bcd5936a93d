import { sampleFacts } from '../testing/sample-facts.js';
import type { Facts } from './facts.js';
import { isUsedByWindows, windowsPort } from './windows-port.js';

const OWN = '10.0.2.15';
const PUBLIC = '198.51.100.7';

describe(windowsPort.name, () => {
  const at = (port: number): Partial<Facts> => ({ sshLocal: { address: OWN, port } });
  const rule = (from: number, to = from) => ({ from, to });

  it.each<[string, number, Partial<Facts>, number | null]>([
    ['the same port on both sides', 22, at(22), 22],
    ['a custom port on both sides', 2222, at(2222), 2222],
    ['a forwarded port', 20_122, at(22), 22],
    ['a forwarded port with a listener', 20_122, { ...at(22), listening: [22, 80] }, 22],
    ['a forwarded port without a listener', 20_122, { ...at(22), listening: [80] }, null],
    ['a redirect of Linux', 22, { ...at(2222), redirected: [rule(22)] }, 22],
    [
      'one of several redirects of Linux',
      443,
      { ...at(2222), redirected: [rule(22), rule(443)] },
      443,
    ],
    ['a redirected range of ports', 2005, { ...at(22), redirected: [rule(2000, 2010)] }, 2005],
    ['a forwarded port that Linux redirects', 20_122, { ...at(2222), redirected: [rule(22)] }, 22],
    ['a forwarded port of a range', 20_122, { ...at(22), redirected: [rule(2000, 2010)] }, null],
    [
      'a forwarded port with several redirects',
      20_122,
      { ...at(2222), redirected: [rule(22), rule(443)] },
      null,
    ],
    ['a redirect that could not be read', 20_122, { ...at(2222), redirected: [null] }, null],
    ['a relay on the VPS', 443, { sshLocal: null, listening: [22, 443] }, 443],
    ['a relay behind a forwarded port', 20_443, { sshLocal: null, listening: [22, 443] }, null],
    ['an unknown connection', 22, { sshLocal: null }, 22],
  ])('behind an address of the provider, handles %s', (_, sshPort, facts, expected) => {
    const entered = { address: PUBLIC, sshPort, rdpPort: sshPort };
    expect(windowsPort(sampleFacts(facts), entered)).toBe(expected);
  });

  it('uses the entered port if the VPS has the entered address, because only Linux can redirect it', () => {
    const entered = { address: OWN, sshPort: 22, rdpPort: 22 };
    expect(windowsPort(sampleFacts(at(2222)), entered)).toBe(22);
    expect(windowsPort(sampleFacts({ sshLocal: null, listening: [443] }), entered)).toBe(22);
  });

  it('keeps another port of remote desktop, as in installs of an older version', () => {
    const entered = { address: PUBLIC, sshPort: 20_122, rdpPort: 22 };
    expect(windowsPort(sampleFacts(at(2222)), entered)).toBe(22);
  });
});

describe(isUsedByWindows.name, () => {
  it.each([135, 445, 3389, 5985, 49_664])('reserves %d', (port) => {
    expect(isUsedByWindows(port)).toBe(true);
  });

  it.each([22, 2222, 443, 20_122, 50_022, 65_022])('allows %d', (port) => {
    expect(isUsedByWindows(port)).toBe(false);
  });
});
