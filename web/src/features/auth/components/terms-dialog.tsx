import { Button } from '../../../components/ui/button.js';
import { Dialog } from '../../../components/ui/dialog.js';
import { say } from '../../../lib/messages.js';
import { authTexts } from '../../../messages/auth.js';
import { commonTexts } from '../../../messages/common.js';

export default function TermsDialog({ onClose }: { onClose: () => void }) {
  const { terms: m } = say(authTexts);
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={m.title}
      description={m.lead}
      readable={m.title}
      footer={<Button onClick={onClose}>{say(commonTexts).close}</Button>}
    >
      <ol className="grid gap-4">
        {m.items.map(([title, body]) => (
          <li key={title}>
            <h3>{title}</h3>
            <p className="text-muted-foreground">{body}</p>
          </li>
        ))}
      </ol>
    </Dialog>
  );
}
