import { Button } from '@/components/ui/button.js';
import { CopyButton } from '@/components/ui/copy-button.js';
import { Dialog } from '@/components/ui/dialog.js';
import { t } from '@/lib/messages.js';
import { commonMessages } from '@/messages/common.js';
import { installMessages } from '@/messages/install.js';

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
          <div className="flex items-center gap-1 mt-2 pl-3 pr-1 py-1 rounded-md border bg-muted">
            <code className="mono flex-1 min-w-0 break-all">{command}</code>
            <CopyButton value={command} what={m.command} />
          </div>
          <a className="link text-sm" href={SCRIPT} target="_blank" rel="noreferrer">
            {m.look}
          </a>
        </li>
        <li>{m.step3}</li>
      </ol>
    </Dialog>
  );
}
