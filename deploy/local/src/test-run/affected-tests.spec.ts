import { reachesMedium, reachesSmall, reachesWhole } from './reach.js';

describe('reach of a change', () => {
  it('limits small tests to importers, or runs all if a changed file is read in other ways', () => {
    const files = ['services/auth/src/a.ts', 'web/src/b.tsx'];
    expect(reachesSmall(files)).toEqual(['--passWithNoTests', '--findRelatedTests', ...files]);
    expect(reachesSmall([...files, 'gateway/kong.yml'])).toEqual([]);
    expect(reachesSmall([...files, 'docs/runbooks.md'])).toEqual([]);
    expect(reachesSmall(['README.md'])).toBeNull();
    expect(reachesSmall([])).toBeNull();
  });

  it('runs the medium tests of the services whose files changed', () => {
    expect(
      reachesMedium(['services/auth/src/a.ts', 'services/install/engine/agent/write.sh']),
    ).toEqual([
      '--testPathPatterns',
      '(services/auth|services/install(/engine|/windows-image)?|services/desktop-relay)/test/',
    ]);
    expect(reachesMedium(['deploy/lab/lab.sh', 'services/install/src/a.ts'])).toEqual([
      '--testPathPatterns',
      '(services/install(/engine|/windows-image)?|services/desktop-relay|deploy/local)/test/',
    ]);
    expect(reachesMedium(['deploy/docker/Dockerfile', 'k8s/tests/golden/small.yaml'])).toEqual([
      '--testPathPatterns',
      '(services/auth)/test/',
    ]);
    expect(reachesMedium(['web/src/main.tsx', 'README.md'])).toBeNull();
  });

  it('runs every medium test if shared code changed', () => {
    expect(reachesMedium(['services/auth/src/a.ts', 'services/common/src/b.ts'])).toEqual([]);
    expect(reachesMedium(['proto/http/billing/billing.ts'])).toEqual([]);
  });

  it('runs a stage completely or not at all', () => {
    const reach = reachesWhole(/^web\//);
    expect(reach(['web/src/main.tsx'])).toEqual([]);
    expect(reach(['package-lock.json'])).toEqual([]);
    expect(reach(['services/auth/src/a.ts'])).toBeNull();
  });
});
