import { Button } from '@/components/ui/button.js';
import { CommandLine } from '@/components/ui/command-line.js';
import { Dialog } from '@/components/ui/dialog/dialog.js';
import { t } from '@/messages/i18n.js';
import { webhooksMessages } from '@/messages/account/webhooks.js';

/** Shows a secret the only time that it is available. Only its button closes the dialog. */
export default function SecretDialog({
  secret,
  rotated,
  onClose,
}: {
  secret: string;
  rotated: boolean;
  onClose: () => void;
}) {
  const m = t(webhooksMessages);
  return (
    <Dialog
      locked
      title={m.secretTitle}
      description={m.secretLead}
      width={560}
      footer={
        <Button variant="primary" onClick={onClose}>
          {m.done}
        </Button>
      }
    >
      <CommandLine command={secret} label={m.secret} />
      <p className="mt-4 text-sm text-muted-foreground">
        {rotated && `${m.rotatedHelp} `}
        {m.secretHelp}{' '}
        <a
          className="link"
          href="https://www.standardwebhooks.com"
          rel="noreferrer"
          target="_blank"
        >
          {m.library}
        </a>
      </p>
    </Dialog>
  );
}
