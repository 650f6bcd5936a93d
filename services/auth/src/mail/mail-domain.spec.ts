import { checkMailDomain } from './mail-domain.js';

const resolver =
  (records: Record<string, string[][]>) =>
  (name: string): Promise<string[][]> =>
    name in records
      ? Promise.resolve(records[name])
      : Promise.reject(Object.assign(new Error(), { code: 'ENOTFOUND' }));

describe('mail domain', () => {
  it('finds SPF, DMARC and DKIM, also in split records', async () => {
    const resolve = resolver({
      'mail.example.org': [['other'], ['v=spf1 include:', 'spf.example.net -all']],
      '_dmarc.mail.example.org': [['v=DMARC1; p=reject']],
      's1._domainkey.mail.example.org': [['v=DKIM1; k=rsa; p=', 'MIGf']],
    });
    const found = await checkMailDomain('Casement <hi@mail.example.org>', 's1', resolve);
    expect(found.map(({ name, level }) => `${name} ${level}`)).toEqual([
      'SPF ok',
      'DMARC ok',
      'DKIM ok',
    ]);
  });

  it('names each missing record and what to add', async () => {
    const resolve = resolver({ 's1._domainkey.example.org': [['v=DKIM1; p=']] });
    const found = await checkMailDomain('hi@example.org', 's1', resolve);
    expect(found.map(({ level }) => level)).toEqual(['warning', 'warning', 'warning']);
    expect(found[1].remedy).toContain('_dmarc.example.org');
  });

  it('does not take a failed lookup for a missing record', async () => {
    const failure = Object.assign(new Error('queryTxt ETIMEOUT example.org'), { code: 'ETIMEOUT' });
    const [spf] = await checkMailDomain('hi@example.org', undefined, () => Promise.reject(failure));
    expect(spf).toMatchObject({ level: 'warning', found: 'queryTxt ETIMEOUT example.org' });
    expect(spf.remedy).toMatch(/DNS server/);
  });

  it('asks no DNS server about a development domain', async () => {
    const resolve = () => Promise.reject(new Error('asked'));
    const found = await checkMailDomain('Casement <a@casement.local>', undefined, resolve);
    expect(found).toEqual([
      { name: 'mail domain', level: 'ok', found: 'casement.local is for development' },
    ]);
  });
});
