import { Button } from '@/components/ui/button.js';
import { CommandLine } from '@/components/ui/command-line.js';
import { Dialog } from '@/components/ui/dialog/dialog.js';
import { t } from '@/messages/i18n.js';
import { apiKeysMessages } from '@/messages/account/api-keys.js';

/** Shows a new key the only time that it is available. Only its button closes the dialog. */
export default function CreatedKeyDialog({
  apiKey,
  onClose,
}: {
  apiKey: string;
  onClose: () => void;
}) {
  const m = t(apiKeysMessages);
  const command = `curl -H "Authorization: Bearer $CASEMENT_API_KEY" ${window.location.origin}/api/user/quota/ledger`;
  return (
    <Dialog
      locked
      title={m.createdTitle}
      description={m.createdLead}
      width={560}
      footer={
        <Button variant="primary" onClick={onClose}>
          {m.done}
        </Button>
      }
    >
      <div className="grid gap-4">
        <CommandLine command={apiKey} label={m.key} />
        <p className="text-sm text-muted-foreground">{m.createdHelp}</p>
        <div>
          <p className="label">{m.tryIt}</p>
          <CommandLine command={command} label={m.command} />
        </div>
      </div>
    </Dialog>
  );
}
