import { Facts } from '@/components/installs/provider-notes.js';
import { Button, ButtonAnchor } from '@/components/ui/button.js';
import { Dialog } from '@/components/ui/dialog/dialog.js';
import { usePublicConfig } from '@/config/public-config.js';
import { supportLink } from '@/lib/support-link.js';
import { t } from '@/messages/i18n.js';
import { commonMessages } from '@/messages/common.js';
import { helpMessages } from '@/messages/help.js';
import { failureHelp } from './failure-help.js';

/** Explains a failure: its meaning, the data that is safe, and the remedy. */
export default function FailureHelpDialog({
  code,
  onClose,
}: {
  code: string;
  onClose: () => void;
}) {
  const m = t(helpMessages);
  const config = usePublicConfig();
  const support = supportLink(m.supportSubject, m.failureMessage(code), config);
  const help = failureHelp().find((one) => one.code === code);
  return (
    <Dialog
      title={help?.title ?? m.title}
      description={help && m.groups[help.group]}
      onClose={onClose}
      footer={
        <>
          {support && (
            <ButtonAnchor href={support} target="_blank" rel="noreferrer">
              {config.supportChatUrl ? m.chat : m.email}
              <span className="sr-only"> {t(commonMessages).opensNewWindow}</span>
            </ButtonAnchor>
          )}
          <Button variant="primary" onClick={onClose}>
            {t(commonMessages).close}
          </Button>
        </>
      }
    >
      {help ? <Facts facts={help.facts} /> : <p>{m.unknown}</p>}
    </Dialog>
  );
}
