import { LEGAL_PAGE_TITLES } from '@casement/proto/texts/legal.js';
import { lazyDialog } from '@/components/ui/dialog/lazy-dialog.js';
import { legalUrl, useLegalPages } from '@/lib/legal-pages.js';
import { useHistoryDialog } from '@/lib/navigation/history-state.js';
import { currentLanguage, t } from '@/messages/i18n.js';
import { authMessages } from '@/messages/account/auth.js';

const TermsDialog = lazyDialog(() => import('./terms-dialog.js'));

/** @param lead start of the sentence, which ends with the name of the terms */
export function TermsSentence({ lead }: { lead: string }) {
  const { login: m } = t(authMessages);
  const terms = useHistoryDialog('terms');
  const hasPrivacy = useLegalPages().includes('privacy');
  const look = 'underline underline-offset-2 rounded-sm';
  return (
    <>
      <p className="text-xs text-muted-foreground text-center mt-5 pt-4 border-t">
        {lead}{' '}
        <button
          type="button"
          className={look}
          aria-haspopup="dialog"
          onClick={() => terms.open(true)}
        >
          {m.terms}
        </button>
        .{' '}
        {hasPrivacy && (
          <a className={look} href={legalUrl('privacy')} target="_blank">
            {LEGAL_PAGE_TITLES[currentLanguage()].privacy}
          </a>
        )}
      </p>
      {terms.of && <TermsDialog onClose={terms.close} />}
    </>
  );
}
