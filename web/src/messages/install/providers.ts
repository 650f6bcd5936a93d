import { PROVIDERS, type ProviderId, type ProviderText } from '@casement/proto/texts/providers.js';
import { defineMessages } from '@/messages/i18n.js';

const providers = Object.entries<ProviderText>(PROVIDERS);

/** Notes next to the install form and on the landing page. Facts about providers come from the server's table. */
export const providerMessages = defineMessages('provider', {
  title: 'Provider notes',
  lead: 'What to turn on or enter before the first check. The check then examines the VPS itself.',
  choose: 'Choose a provider',
  provider: 'Provider',
  before: 'Before the first check',
  image: 'Windows version',
  images: {
    any: 'Any version.',
    certain: (note: string) => `Not all versions: ${note}.`,
    none: (note: string) => `None: ${note}.`,
  } satisfies Record<ProviderText['image'], unknown>,
  firewall: 'Firewall',
  firewallValue:
    'If your provider’s panel has a firewall, keep the SSH port open: Windows uses the same one.',
  note: (name: string, note: string) => `${name}: ${note}.`,
  /** Image required by a provider, or why none works; only for providers that do not accept every image. */
  notes: Object.fromEntries(providers.flatMap(([id, { note }]) => (note ? [[id, note]] : []))),
  steps: Object.fromEntries(providers.map(([id, { before }]) => [id, before])) as Record<
    ProviderId,
    string
  >,
});
