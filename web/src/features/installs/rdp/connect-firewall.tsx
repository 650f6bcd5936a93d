import { CommandLine } from '@/components/ui/command-line.js';
import { t } from '@/lib/i18n/messages.js';
import { connectMessages } from '@/messages/install/connect.js';
import type { RdpTarget } from './rdp-target.js';

/** What to do where a firewall of the provider closes the port. */
export function ConnectFirewall({ target: { ip, port } }: { target: RdpTarget }) {
  const { firewall: m } = t(connectMessages);
  return (
    <details className="mt-4 text-sm">
      <summary className="link w-fit">{m.title}</summary>
      <ol className="grid gap-2 mt-2 list-decimal pl-5 marker:text-muted-foreground marker:font-[560]">
        <li>
          {m.test(port)}
          <CommandLine command={`Test-NetConnection ${ip} -Port ${port}`} what={m.windows} />
          <CommandLine command={`nc -vz ${ip} ${port}`} what={m.unix} />
        </li>
        <li>{m.open(port)}</li>
        <li>{m.network}</li>
      </ol>
    </details>
  );
}
