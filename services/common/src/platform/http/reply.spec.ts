import { pageMeta } from './reply.js';

describe(pageMeta.name, () => {
  const query = { page: 2, pageSize: 15 };

  it('marks a capped total', () => {
    expect(pageMeta(query, { total: 1_000, capped: true })).toEqual({
      page: 2,
      pageSize: 15,
      total: 1_000,
      capped: true,
    });
  });

  it('omits fields that do not apply', () => {
    expect(pageMeta(query, { total: 31, capped: false })).toEqual({ ...query, total: 31 });
    expect(pageMeta(query, { total: 31 })).toEqual({ ...query, total: 31 });
  });
});
