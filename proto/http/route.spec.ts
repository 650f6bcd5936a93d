import { pathOf } from './route.js';

describe(pathOf.name, () => {
  it('fills in the parameters', () => {
    expect(pathOf({ path: '/a/{id}/b/{name}' }, { id: 'x/y', name: 'é' })).toBe(
      '/a/x%2Fy/b/%C3%A9',
    );
  });

  it('appends the query without undefined values', () => {
    expect(pathOf({ path: '/a' }, {}, { page: 2, search: undefined, status: 'all' })).toBe(
      '/a?page=2&status=all',
    );
    expect(pathOf({ path: '/a' }, {}, { search: undefined })).toBe('/a');
  });
});
