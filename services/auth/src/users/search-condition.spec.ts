import { searchCondition } from './search-condition.js';

const parametersOf = (search: string): unknown[] => {
  const parameters: unknown[] = [];
  searchCondition(search)?.toSql(parameters);
  return parameters;
};

describe(searchCondition.name, () => {
  it('is none for an empty search', () => {
    expect(searchCondition('')).toBeUndefined();
  });

  it('looks anywhere for three letters and more', () => {
    expect(parametersOf('Ann')).toEqual(['%ann%']);
  });

  it('looks at the beginnings for one or two letters', () => {
    expect(parametersOf('An')).toEqual(['an%', 'an%']);
  });

  it('escapes the wildcards of LIKE', () => {
    expect(parametersOf('a_%\\')).toEqual(['%a\\_\\%\\\\%']);
  });
});
