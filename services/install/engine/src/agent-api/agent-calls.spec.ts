import { planNetwork } from '../machine/network-plan.js';
import { sampleFacts } from '../testing/sample-facts.js';
import { AgentCalls } from './agent-calls.js';
import { MemoryInstalls } from './memory-installs.js';

const ID = 'install';
const NONCE = 'a'.repeat(32);

describe('AgentCalls › files', () => {
  const filesOf = async (form: Record<string, string>): Promise<string> => {
    const installs = new MemoryInstalls();
    const secrets = () => ({
      rdpPassword: 'secret-1',
      rdpPort: 22,
      network: { ...planNetwork(sampleFacts()), mtu: 1400 },
    });
    installs.add({ installId: ID, imageSha256: '', secrets });
    const caller = { token: await installs.issueToken(ID), address: '192.0.2.1' };
    const manifest = { chunks: [], languages: ['de-DE', 'en-US'] };
    const images = { readManifest: () => Promise.resolve(manifest) };
    const sut = new AgentCalls(installs, images as never, 'https://example.com');
    await sut.checkIn(caller, { nonce: NONCE });
    await sut.commit(caller, { nonce: NONCE });
    return (await sut.files(caller, { nonce: NONCE, image: 'generalised', ...form })).toString();
  };

  it.each([
    [{}, 'MODE=dhcp MTU=1400'],
    [{ network: 'static', mtu: '1280' }, 'MODE=static MTU=1280'],
    [{ network: '', mtu: '1500' }, 'MODE=dhcp MTU=1400'],
    [{ mtu: '' }, 'MODE=dhcp MTU=1400'],
    [{ mtu: '0' }, 'MODE=dhcp MTU=1400'],
  ])('configures Windows with the network that worked in the stage: %j', async (form, network) => {
    const lines = (await filesOf(form)).match(/^(MODE|MTU)=.*$/gm)!;
    expect(lines.join(' ').replaceAll('\r', '')).toBe(network);
  });

  it('keeps the set-up in the language of the image', async () => {
    expect(await filesOf({})).toContain('<UILanguage>de-DE</UILanguage>');
  });
});
