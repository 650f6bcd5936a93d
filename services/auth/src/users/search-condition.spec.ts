import { searchCondition } from './search-condition.js';

const parametersOf = (search: string): unknown[] => {
  const parameters: unknown[] = [];
  searchCondition(search)?.toSql(parameters);
  return parameters;
};

describe(searchCondition.name, () => {
  it('returns no condition for an empty search', () => {
    expect(searchCondition('')).toBeUndefined();
  });

  it('matches anywhere for three or more letters', () => {
    expect(parametersOf('Ann')).toEqual(['%ann%']);
  });

  it('matches only the beginning for one or two letters', () => {
    expect(parametersOf('An')).toEqual(['an%', 'an%']);
  });

  it('escapes the wildcards of LIKE', () => {
    expect(parametersOf('a_%\\')).toEqual(['%a\\_\\%\\\\%']);
  });
});
