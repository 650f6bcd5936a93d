import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FAILURES } from '../failures/failures.js';
import { providerGuide } from './guide.js';
import { PROVIDER_TABLE, recommendedProviders } from './providers.js';

const GUIDE = join(__dirname, '../../../../../docs/providers.md');
const all = Object.entries(PROVIDER_TABLE);

/** Landing names as the specification has them, and one that only cures could name. */
const namesIn = (text: string): string[] =>
  [...all.map(([, { name }]) => name), 'Droplet', 'Linode'].filter((name) => text.includes(name));

describe('the table of providers', () => {
  it('has the specification’s own first, then ten others (SPEC §1)', () => {
    expect(all.slice(0, 4).map(([, { name }]) => name)).toEqual([
      'Digital Ocean',
      'Google Cloud',
      'AWS',
      'Azure',
    ]);
    const others = new Set(all.slice(4).map(([, { name }]) => name.split(' ')[0]));
    expect(others.size).toBeGreaterThanOrEqual(10);
  });

  it.each(all)('%s: every fact names its document, or that there is none', (_, provider) => {
    const { boot, disk, card, network, signIn, panel } = provider;
    const facts = [boot, disk, card, network, signIn, panel].flat();
    for (const { says, source } of facts) {
      expect(says).toMatch(/\S/);
      if (source !== null) expect(new URL(source).protocol).toMatch(/^https?:$/);
    }
    expect(facts.some(({ source }) => source !== null)).toBe(true);
  });

  it.each(all)('%s: names the image it needs where not every one will do', (_, provider) => {
    expect(Boolean(provider.note)).toBe(provider.image !== 'any');
  });

  it('recommends no refused provider in place of Hyper-V', () => {
    const named = all.filter(([, { name }]) => FAILURES.VIRT_HYPERV.cure.includes(name));
    expect(named).toHaveLength(4);
    for (const [, { image, verdict }] of named)
      expect([image, verdict]).toEqual(['any', 'accepted']);
  });

  it('has cures only for codes that there are, and each is in that code’s cure', () => {
    for (const [, { cures = {} }] of all)
      for (const [code, clause] of Object.entries(cures))
        expect(FAILURES[code as keyof typeof FAILURES]?.cure).toContain(clause);
  });

  it('names a provider in no cure but by the table', () => {
    const clauses = all.flatMap(([, { cures = {} }]) => Object.values(cures));
    for (const { sentence, cure } of Object.values(FAILURES)) {
      const own = [recommendedProviders, ...clauses].reduce(
        (text, part) => text.replace(part, ''),
        cure,
      );
      // Of Hyper-V the sentence says where it is met.
      expect(namesIn(own + sentence.replace('(as on Azure)', ''))).toEqual([]);
    }
  });

  it('is what docs/providers.md shows (made by cli/provider-guide.js)', () => {
    expect(readFileSync(GUIDE, 'utf8')).toBe(providerGuide());
  });
});
