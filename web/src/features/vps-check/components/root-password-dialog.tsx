import { Button } from '@/components/ui/button.js';
import { CommandLine } from '@/components/ui/command-line.js';
import { Dialog } from '@/components/ui/dialog/dialog.js';
import { t } from '@/messages/i18n.js';
import { commonMessages } from '@/messages/common.js';
import { installMessages } from '@/messages/install/install.js';

const SCRIPT = '/root-password.sh';

/** SPEC §7: a command that fetches a script from our host and pipes it to a root shell. */
export default function RootPasswordDialog({ onClose }: { onClose: () => void }) {
  const { rootPassword: m } = t(installMessages);
  const url = `${location.origin}${SCRIPT}`;
  const command = `curl -fsSL ${url} | sudo sh`;
  return (
    <Dialog
      onClose={onClose}
      title={m.title}
      description={m.lead}
      footer={<Button onClick={onClose}>{t(commonMessages).close}</Button>}
    >
      <ol className="grid gap-3 list-decimal pl-5 marker:text-muted-foreground marker:font-[560]">
        <li>{m.step1}</li>
        <li>
          {m.step2}
          <CommandLine command={command} label={m.command} />
          <a className="link text-sm" href={SCRIPT} target="_blank" rel="noreferrer">
            {m.look}
          </a>
        </li>
        <li>{m.step3}</li>
      </ol>
    </Dialog>
  );
}
