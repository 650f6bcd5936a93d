import { searchCondition } from './search-condition.js';

describe(searchCondition.name, () => {
  it('is none for an empty search', () => {
    expect(searchCondition('')).toEqual({ sql: '', parameters: [] });
  });

  it('looks anywhere for three letters and more', () => {
    expect(searchCondition('Ann').parameters).toEqual(['%ann%']);
  });

  it('looks at the beginnings for one or two letters', () => {
    expect(searchCondition('An').parameters).toEqual(['an%']);
  });

  it('takes wildcards for what they are', () => {
    expect(searchCondition('a_%\\').parameters).toEqual(['%a\\_\\%\\\\%']);
  });
});
