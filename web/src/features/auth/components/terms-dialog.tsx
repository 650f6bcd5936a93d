import { Button } from '@/components/ui/button.js';
import { Dialog } from '@/components/ui/dialog.js';
import { say } from '@/lib/messages.js';
import { commonTexts } from '@/messages/common.js';
import { termsTexts } from '@/messages/terms.js';

export default function TermsDialog({ onClose }: { onClose: () => void }) {
  const m = say(termsTexts);
  return (
    <Dialog
      onClose={onClose}
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
