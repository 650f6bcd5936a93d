import { LEGAL_PAGES, type LegalPageName } from '@casement/proto/http/auth/legal.js';
import { LEGAL_PAGE_TITLES } from '@casement/proto/texts/legal.js';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { QueryFallback } from '@/components/ui/feedback/query-fallback.js';
import { SelectField } from '@/components/ui/form/select-field.js';
import { SectionHead } from '@/components/ui/section-head.js';
import { currentLanguage, t } from '@/messages/i18n.js';
import { adminMessages } from '@/messages/admin/admin.js';
import { adminLegalMessages } from '@/messages/admin/operations/legal.js';
import { legalPageQuery } from './api.js';
import { LegalEditor } from './legal-editor.js';

/** Terms, privacy policy, refund policy and legal notice. */
export default function LegalPages() {
  const m = t(adminLegalMessages);
  const { sections, loadFailed } = t(adminMessages);
  const titles = LEGAL_PAGE_TITLES[currentLanguage()];
  const [page, setPage] = useState<LegalPageName>('terms');
  const query = useQuery(legalPageQuery(page));
  const { data } = query;
  return (
    <>
      <SectionHead title={sections.legal} />
      <p className="text-muted-foreground mb-4 max-w-[72ch]">{m.lead}</p>
      <div className="max-w-[320px] mb-5">
        <SelectField
          label={m.page}
          options={LEGAL_PAGES.map((name) => [name, titles[name]])}
          value={page}
          onChange={({ target }) => setPage(target.value as LegalPageName)}
        />
      </div>
      {data ? (
        <LegalEditor key={`${page}-${data.versions[0]?.version}`} data={data} />
      ) : (
        <QueryFallback query={query} title={loadFailed} />
      )}
    </>
  );
}
