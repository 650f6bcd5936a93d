import { Button } from '@/components/ui/button.js';
import { Dialog } from '@/components/ui/dialog/dialog.js';
import { t } from '@/messages/i18n.js';
import { termsMessages } from '@/messages/account/terms.js';
import { commonMessages } from '@/messages/common.js';

export default function TermsDialog({ onClose }: { onClose: () => void }) {
  const m = t(termsMessages);
  return (
    <Dialog
      onClose={onClose}
      title={m.title}
      description={m.lead}
      readable={m.title}
      footer={<Button onClick={onClose}>{t(commonMessages).close}</Button>}
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
