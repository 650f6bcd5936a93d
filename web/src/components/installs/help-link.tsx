import { t } from '@/messages/i18n.js';
import { useHistoryDialog } from '@/lib/navigation/history-state.js';
import { installMessages } from '@/messages/install/install.js';

/** Dialog of the dashboard with help on a failure code. */
export const HELP_DIALOG = 'help';

/** Opens the help on a failure over the current screen, so that a form below keeps its input. */
export function HelpLink({ code, about }: { code: string; about: string }) {
  const { open } = useHistoryDialog<string>(HELP_DIALOG);
  const { moreHelp } = t(installMessages);
  return (
    <button
      type="button"
      className="link text-sm"
      aria-haspopup="dialog"
      aria-label={`${moreHelp}: ${about}`}
      onClick={() => open(code)}
    >
      {moreHelp}
    </button>
  );
}
