import { PROVIDER_TABLE, type Fact, type Provider } from './providers.js';

/** Renders docs/providers.md. */
export function providerGuide(): string {
  return `${INTRODUCTION}\n${Object.values(PROVIDER_TABLE).map(chapter).join('\n')}`;
}

const INTRODUCTION = `# Providers

Prepare a machine of your provider before the first check. Windows' remote desktop uses the port of SSH (22 unless entered otherwise), so a
firewall in the provider's panel must keep it open. NAT plans work: Windows listens on the port to which the provider forwards SSH.

Each fact links its source. "Not documented" marks commonly reported facts without one. None of these machines was rented for this page;
[engine.md](engine.md) lists what was tested, and the check examines the machine itself. This page, the cures and the notes of the install
form come from \`proto/texts/providers.ts\` and \`services/install/engine/src/providers\`. After a change:

    npx tsc -b && node services/install/dist/cli/provider-guide.js

## At any provider

| the machine                                         | the check says    | what to do                                                               |
| --------------------------------------------------- | ----------------- | ------------------------------------------------------------------------ |
| was entered by a floating address or another card's | \`ADDRESS_LOST\`    | enter the main address, or the public one that belongs to it (1:1 NAT)   |
| is reached through relays or redirects of its own   | \`PORT_UNCLEAR\`    | enter the port on which the SSH server itself listens                    |
| has SSH on a port of Windows, such as 3389          | \`PORT_RESERVED\`   | let SSH use another port                                                 |
| reaches the internet only through a proxy           | \`PROXY_ONLY\`      | have direct HTTPS allowed                                                |
| has endpoint protection or a virus scanner          | \`TOOLS_BLOCKED\`   | switch it off, or reinstall the VPS                                      |
| is encrypted (LUKS, ZFS)                            | \`LINUX_ENCRYPTED\` | a remark: have the passphrase ready in case the install stops            |
| has a kernel without files or drivers on its disk   | \`KERNEL_UNUSABLE\` | reinstall the VPS; \`KERNEL_INCOMPLETE\` asks for a restart where it helps |
| has no inode left                                   | \`FILES_TOO_MANY\`  | delete files                                                             |

After the restart our installer must reach us over the same network before anything is erased. Otherwise Linux comes back with one of these:

| code                    | cause                                           | cure                                                                                             |
| ----------------------- | ----------------------------------------------- | ------------------------------------------------------------------------------------------------ |
| \`STAGE_ADDRESS_CHANGED\` | the network now gives the VPS another address   | ask the provider to assign the address permanently to the network card                           |
| \`STAGE_DOWNLOAD_FAILED\` | the network filters, limits or breaks downloads | try again; then ask the provider whether downloads are filtered, or choose another location      |
| \`STAGE_SILENT\`          | the installer reached nothing                   | restart the VPS in the panel if Linux does not answer; ask the provider for the network settings |

Nothing needs to be prepared for packets smaller than 1500 bytes, or for name servers of a VPN such as Tailscale: both are recognised.
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

const sentence = ({ statement, source }: Fact): string =>
  `${statement.slice(0, 1).toUpperCase()}${statement.slice(1)} (${source ? `[source](${source})` : 'not documented'}).`;
