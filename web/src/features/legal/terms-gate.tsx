import type { DashboardResponse } from '@casement/proto/http/auth/account.js';
import { useEffect, useState } from 'react';
import { FormDialog } from '@/components/ui/dialog/form-dialog.js';
import { DisplayableError } from '@/lib/api/api-error.js';
import { setTermsGate } from '@/lib/api/terms-gate.js';
import { legalUrl } from '@/lib/legal-pages.js';
import { toastFailure } from '@/lib/toast/toast-failure.js';
import { currentLanguage, t } from '@/messages/i18n.js';
import { newTermsMessages } from '@/messages/account/new-terms.js';
import { useAcceptTerms } from './api.js';

/** Purchase that waits for the answer. */
interface Waiting {
  resolve: () => void;
  reject: (reason: Error) => void;
}

/** Asks for new terms before the next purchase. Other actions need no acceptance. */
export default function TermsGate({
  terms,
  dashboardKey,
}: {
  terms: NonNullable<DashboardResponse['terms_to_accept']>;
  dashboardKey: readonly unknown[];
}) {
  const m = t(newTermsMessages);
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  const accept = useAcceptTerms(dashboardKey);
  useEffect(() => {
    setTermsGate(() => new Promise((resolve, reject) => setWaiting({ resolve, reject })));
    return () => setTermsGate(null);
  }, []);
  // The terms may be accepted in another tab, which unmounts this component.
  useEffect(() => () => waiting?.resolve(), [waiting]);

  if (!waiting) return null;
  const change = currentLanguage() === 'id' ? terms.change_id : terms.change_en;
  const submit = async () => {
    try {
      await accept.mutateAsync(terms.version);
      waiting.resolve();
      setWaiting(null);
    } catch (error) {
      toastFailure(m.failed, error);
    }
  };
  const close = () => {
    waiting.reject(new DisplayableError(m.needed));
    setWaiting(null);
  };
  return (
    <FormDialog
      title={m.title}
      width={480}
      submit={m.accept}
      pending={accept.isPending}
      onSubmit={submit}
      onClose={close}
    >
      <p>{m.lead}</p>
      {change && <p className="whitespace-pre-line wrap-anywhere">{change}</p>}
      <p>
        <a className="link" href={legalUrl('terms')} target="_blank">
          {m.read}
        </a>
      </p>
    </FormDialog>
  );
}
