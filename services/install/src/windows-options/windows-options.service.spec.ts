import { runInContext } from '@casement/common/core/context/request-context.js';
import type { InstallConfig } from '../config.js';
import type { ScriptsService } from '../scripts/scripts.service.js';
import type { CatalogueRequirements } from '../windows-versions/catalogue-requirements.js';
import type { OfferedVersions } from '../windows-versions/offered-versions.js';
import { WindowsOptionsService } from './windows-options.service.js';

const serviceWith = (...networks: string[]) =>
  new WindowsOptionsService(
    { INSTALL_PROOF_NETWORKS: networks } as unknown as InstallConfig,
    { list: () => Promise.resolve([]) } as unknown as OfferedVersions,
    {} as CatalogueRequirements,
    {} as ScriptsService,
  );
const NETWORKS = { networks: ['203.0.113.0/24'], account_group: 'users' } as const;

describe(WindowsOptionsService.name, () => {
  it.each([
    ['IPv4', '203.0.113.7', '203.0.113.7'],
    ['IPv6, from which the desktop is not reached', '2001:db8::7', null],
  ])('offers the address of a caller over %s', async (_, clientAddress, your_address) => {
    await runInContext({ correlationId: 'c', clientAddress }, async () => {
      expect(await serviceWith().offer()).toMatchObject({ your_address });
    });
  });

  it.each([
    [[], false],
    [['2001:db8::/32'], false],
    [['198.51.100.0/24'], true],
  ])('limits networks only if its own IPv4 networks are known: %j', async (own, can) => {
    const service = serviceWith(...own);
    expect(await service.offer()).toMatchObject({ can_limit_networks: can });
    const accepted = service.accept('u', { ...NETWORKS, networks: [...NETWORKS.networks] });
    if (can) expect(await accepted).toMatchObject({ networks: ['203.0.113.0/24'] });
    else await expect(accepted).rejects.toThrow('cannot limit');
  });

  it('accepts a request without options', async () => {
    expect(await serviceWith().accept('u', undefined)).toBeUndefined();
  });
});
