import { legalRoutes } from '@casement/proto/http/auth/legal.routes.js';
import { TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '@/components/ui/button.js';
import { Dialog } from '@/components/ui/dialog/dialog.js';
import { LegalText } from '@/components/ui/legal-text.js';
import { Note } from '@/components/ui/note.js';
import { call } from '@/lib/api/api-client.js';
import { messageOf } from '@/lib/api/api-error.js';
import { loadLegalPages } from '@/lib/legal-pages.js';
import { currentLanguage, t } from '@/messages/i18n.js';
import { termsMessages } from '@/messages/account/terms.js';
import { commonMessages } from '@/messages/common.js';

type Terms = { html: string } | { failure: string } | 'unpublished';

/** Shows the published terms, or the specification's if none are published. */
export default function TermsDialog({ onClose }: { onClose: () => void }) {
  const m = t(termsMessages);
  const common = t(commonMessages);
  const [terms, setTerms] = useState<Terms>();
  useEffect(() => {
    fetchTerms().then(setTerms, (error: unknown) =>
      setTerms({ failure: messageOf(error, common.pleaseTryAgain) }),
    );
  }, [common.pleaseTryAgain]);

  return (
    <Dialog
      onClose={onClose}
      title={m.title}
      {...(terms === 'unpublished' && { description: m.lead })}
      readable={m.title}
      footer={<Button onClick={onClose}>{common.close}</Button>}
    >
      {terms === undefined && <p className="text-muted-foreground">{common.loading}</p>}
      {terms === 'unpublished' && (
        <ol className="grid gap-4">
          {m.items.map(([title, body]) => (
            <li key={title}>
              <h3>{title}</h3>
              <p className="text-muted-foreground">{body}</p>
            </li>
          ))}
        </ol>
      )}
      {typeof terms === 'object' && 'html' in terms && <LegalText html={terms.html} />}
      {typeof terms === 'object' && 'failure' in terms && (
        <Note tone="danger" icon={TriangleAlert}>
          {terms.failure}
        </Note>
      )}
    </Dialog>
  );
}

async function fetchTerms(): Promise<Terms> {
  if (!(await loadLegalPages()).includes('terms')) return 'unpublished';
  const query = { lang: currentLanguage() };
  return call(legalRoutes.legalPageContent, { params: { page: 'terms' }, query });
}
