import type { CreatedApiKey } from '@casement/proto/http/auth/api-keys.js';
import { Button } from '@/components/ui/button.js';
import { CommandLine } from '@/components/ui/command-line.js';
import { Dialog } from '@/components/ui/dialog/dialog.js';
import { t } from '@/messages/i18n.js';
import { apiKeysMessages } from '@/messages/account/api-keys.js';
import { sampleCall } from './sample-call.js';

/** Shows a new key the only time that it is available. Only its button closes the dialog. */
export default function CreatedKeyDialog({
  created: { key, scopes },
  onClose,
}: {
  created: CreatedApiKey;
  onClose: () => void;
}) {
  const m = t(apiKeysMessages);
  const path = sampleCall(scopes);
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
        <CommandLine command={key} label={m.key} />
        <p className="text-sm text-muted-foreground">{m.createdHelp}</p>
        <div>
          <p className="label">{m.tryIt}</p>
          {path ? (
            <CommandLine
              command={`curl -H "Authorization: Bearer $CASEMENT_API_KEY" ${window.location.origin}${path}`}
              label={m.command}
            />
          ) : (
            <p className="text-sm text-muted-foreground">
              {m.onlyChanges}{' '}
              <a className="link" href="/api/docs" target="_blank" rel="noreferrer">
                {m.reference}
              </a>
            </p>
          )}
        </div>
      </div>
    </Dialog>
  );
}
