import { acceptedLanguage, languageOf } from './language.js';

describe(acceptedLanguage.name, () => {
  it.each([
    ['id', 'id'],
    ['en', 'en'],
    ['id-ID,id;q=0.9,en-US;q=0.8,en;q=0.7', 'id'],
    ['en-GB, id;q=0.5', 'en'],
    ['ms;q=0.9, ID;q=0.8', 'id'],
    ['id ;q=1', 'id'],
    ['de-DE,de;q=0.9', undefined],
    ['idx, english', undefined],
    ['*', undefined],
    ['', undefined],
    [undefined, undefined],
    [',;-,'.repeat(1_000), undefined],
  ])('reads %j as %s', (header, language) => {
    expect(acceptedLanguage(header)).toBe(language);
  });
});

describe(languageOf.name, () => {
  it.each([
    ['id', 'id'],
    ['en', 'en'],
    ['', 'en'],
    ['de', 'en'],
    [undefined, 'en'],
  ])('reads %j as %s', (code, language) => expect(languageOf(code)).toBe(language));
});
