import { affectedMedium, affectedSmall, affectedStage } from './affected-tests.js';

describe('reach of a change', () => {
  it('limits small tests to importers, or runs all if a changed file is read in other ways', () => {
    const files = ['services/auth/src/a.ts', 'web/src/b.tsx'];
    expect(affectedSmall(files)).toEqual(['--passWithNoTests', '--findRelatedTests', ...files]);
    expect(affectedSmall([...files, 'gateway/kong.yml'])).toEqual([]);
    expect(affectedSmall([...files, 'docs/runbooks.md'])).toEqual([]);
    expect(affectedSmall(['README.md'])).toBeNull();
    expect(affectedSmall([])).toBeNull();
  });

  it('runs the medium tests of the services whose files changed', () => {
    expect(
      affectedMedium(['services/auth/src/a.ts', 'services/install/engine/agent/write.sh']),
    ).toEqual([
      '--testPathPatterns',
      '(services/auth|services/install(/engine|/windows-image)?|services/desktop-relay)/test/',
    ]);
    expect(affectedMedium(['deploy/lab/lab.sh', 'services/install/src/a.ts'])).toEqual([
      '--testPathPatterns',
      '(services/install(/engine|/windows-image)?|services/desktop-relay|deploy/local)/test/',
    ]);
    expect(affectedMedium(['deploy/docker/Dockerfile', 'k8s/tests/golden/small.yaml'])).toEqual([
      '--testPathPatterns',
      '(services/auth)/test/',
    ]);
    expect(affectedMedium(['web/src/main.tsx', 'README.md'])).toBeNull();
  });

  it('runs every medium test if shared code changed', () => {
    expect(affectedMedium(['services/auth/src/a.ts', 'services/common/src/b.ts'])).toEqual([]);
    expect(affectedMedium(['proto/http/billing/topups.ts'])).toEqual([]);
  });

  it('runs a stage that cannot be narrowed either completely or not at all', () => {
    const affected = affectedStage(/^web\//);
    expect(affected(['web/src/main.tsx'])).toEqual([]);
    expect(affected(['package-lock.json'])).toEqual([]);
    expect(affected(['services/auth/src/a.ts'])).toBeNull();
  });
});
