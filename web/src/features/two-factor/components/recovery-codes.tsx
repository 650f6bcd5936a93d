import { Button } from '@/components/ui/button.js';
import { CopyButton } from '@/components/ui/copy-button.js';
import { takeFocus } from '@/lib/take-focus.js';
import { t } from '@/messages/i18n.js';
import { adminTwoFactorMessages } from '@/messages/admin/users/admin-two-factor.js';

/** Shown right after two-factor was enabled, until the codes are saved. Takes the focus from the form before it. */
export function RecoveryCodes({
  level: Title,
  codes,
  lead,
  onDone,
}: {
  /** Heading level within the outline of the page. */
  level: 'h2' | 'h3';
  codes: string[];
  lead: string;
  onDone: () => void;
}) {
  const { recovery: m } = t(adminTwoFactorMessages);
  return (
    <>
      <div className="flex items-center gap-2">
        <Title className="font-[600] flex-1 outline-none!" tabIndex={-1} ref={takeFocus}>
          {m.title}
        </Title>
        <CopyButton value={codes.join('\n')} label={m.all} />
      </div>
      <p className="text-muted-foreground mb-3">{lead}</p>
      <ul
        className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,17.5rem),1fr))] gap-x-6 gap-y-1.5 rounded-md border p-3 mono"
        aria-label={m.all}
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Button variant="primary" className="mt-4" onClick={onDone}>
        {m.done}
      </Button>
    </>
  );
}
