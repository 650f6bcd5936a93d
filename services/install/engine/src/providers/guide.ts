import { PROVIDER_TABLE, type Fact, type Provider } from './providers.js';

/** Renders docs/providers.md. */
export function providerGuide(): string {
  return `${INTRODUCTION}\n${Object.values(PROVIDER_TABLE).map(chapter).join('\n')}`;
}

const INTRODUCTION = `# Providers, one by one

What each provider's machines are, what to switch on before the first check, and what the check says. This page is made from the table
in \`services/install/engine/src/providers\`; so are the cures that name a provider and the notes beside the install form. After a change:

    npx tsc -b && node services/install/dist/cli/provider-guide.js

Each fact has the document that says so. "Not documented" is what is commonly reported: no document was found that says it. None of
these machines was rented for this: what was tried is in [engine.md](engine.md), and the check looks at the machine itself.

Windows' remote desktop answers on TCP port 22 unless it was set otherwise: a firewall in the provider's panel has to let it in.
`;

const IMAGES: Record<Provider['image'], string> = {
  any: 'any with the virtio drivers',
  certain: 'certain ones',
  none: 'none',
};

function chapter({ name, image, note, before, verdict, dmi, ...facts }: Provider): string {
  const rows: [title: string, facts: Fact[]][] = [
    ['Boot', facts.boot],
    ['Disk', facts.disk],
    ['Network card', facts.card],
    ['Network', facts.network],
    ['Signing in', facts.signIn],
    ['Panel', facts.panel],
  ];
  return [
    `## ${name}\n`,
    `- **Windows images**: ${IMAGES[image]}${note ? `; ${note}` : ''}.`,
    `- **Before the first check**: ${before}`,
    `- **As sold, with an image that has only the virtio drivers**: ${
      verdict === 'accepted' ? 'accepted' : `refused with \`${verdict}\``
    }.`,
    `- **Recognised by**: ${
      dmi.length > 0
        ? `DMI with ${dmi.map((word) => `“${word}”`).join(' or ')}`
        : 'the DMI of its virtualisation software, or none of its own'
    }, and by the devices, clock sources and processor of the hypervisor.`,
    ...rows.map(([title, own]) => `- **${title}**: ${own.map(sentence).join(' ')}`),
    '',
  ].join('\n');
}

const sentence = ({ says, source }: Fact): string =>
  `${says.slice(0, 1).toUpperCase()}${says.slice(1)} (${source ? `[source](${source})` : 'not documented'}).`;
