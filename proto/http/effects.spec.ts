import { needsStepUp } from './effects.js';

describe(needsStepUp.name, () => {
  const list = { effect: 'data', or: 'text/csv' } as const;

  it('is true for money, access, broadcast and availability, regardless of the query', () => {
    for (const effect of ['money', 'access', 'broadcast', 'availability'] as const) {
      expect(needsStepUp({ effect }, {})).toBe(true);
    }
  });

  it('is false for read, own, purchase, proof and upkeep', () => {
    for (const effect of ['read', 'own', 'purchase', 'proof', 'upkeep'] as const) {
      expect(needsStepUp({ effect }, { query: { page: '2' } })).toBe(false);
    }
  });

  it('is false for the first page of a list of customers', () => {
    for (const query of [{}, { page: '1' }, { pageSize: '15' }, { after: '', search: 'a' }]) {
      expect(needsStepUp(list, { query, accept: 'application/json' })).toBe(false);
    }
  });

  it.each([
    { page: '2' },
    { page: ['2'] },
    { page: '0x2' },
    { pageSize: '16' },
    { after: 'cursor' },
    { page: 'x' },
  ])('is true for more than the first page: %j', (query) => {
    expect(needsStepUp(list, { query })).toBe(true);
  });

  it('is true for a list as a file', () => {
    expect(needsStepUp(list, { accept: 'text/csv' })).toBe(true);
    expect(needsStepUp({ effect: 'data', raw: 'application/zip' }, {})).toBe(true);
  });
});
