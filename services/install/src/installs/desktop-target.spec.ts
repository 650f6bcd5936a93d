import { newConvertState } from '@casement/install-engine/convert/state.js';
import type { Plan } from '@casement/install-engine/machine/plan.js';
import { customPort, publicPort } from './desktop-target.js';

const install = (rdpPort: number | null, plan: Partial<Plan> | null) => ({
  rdpPort,
  engineState: { ...newConvertState(new Date()), plan: plan as Plan | null },
});

describe(publicPort.name, () => {
  it.each([
    ['the port of the request before the plan', 20_122, null, 20_122],
    [
      'the port of the request, although Windows listens on another',
      20_122,
      { rdpPort: 22 },
      20_122,
    ],
    ['the configured port if an older version accepted the request', null, { rdpPort: 22 }, 22],
    ['the configured port if an older version made the plan', 20_122, {}, 22],
  ])('is %s', (_, rdpPort, plan, expected) => {
    expect(publicPort(install(rdpPort, plan), 22)).toBe(expected);
  });
});

describe(customPort.name, () => {
  it('omits the configured port', () => {
    expect(customPort(install(22, null), 22)).toBeUndefined();
    expect(customPort(install(20_122, null), 22)).toBe(20_122);
  });
});
