import { processorFor, socketsFor } from './windows-release.js';

describe(processorFor.name, () => {
  it.each([
    [20348, []],
    [22631, []],
    [26100, ['sse4_2', 'popcnt']],
    [27842, ['sse4_2', 'popcnt']],
  ])('build %i requires %j', (build, features) => {
    expect(processorFor({ build })).toEqual(features);
  });
});

describe(socketsFor.name, () => {
  it.each([
    ['Core', 1],
    ['CoreSingleLanguage', 1],
    ['Professional', 2],
    ['Enterprise', 2],
    ['ProfessionalWorkstation', 4],
    ['ServerStandard', undefined],
    ['', undefined],
  ])('edition "%s" uses %j sockets', (edition, sockets) => {
    expect(socketsFor({ edition })).toBe(sockets);
  });
});
