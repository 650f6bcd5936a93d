import type { LegalDraft, LegalPageForAdmin } from '@casement/proto/http/auth/legal.js';
import { LEGAL_PAGE_TITLES } from '@casement/proto/texts/legal.js';
import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button, ButtonAnchor } from '@/components/ui/button.js';
import { Dialog } from '@/components/ui/dialog/dialog.js';
import { TextArea } from '@/components/ui/form/text-area.js';
import { LegalText } from '@/components/ui/legal-text.js';
import { Panel } from '@/components/ui/panel.js';
import { schemaResolver, showProblems } from '@/lib/form/form.js';
import { loadSchemas } from '@/lib/form/load-rules.js';
import { formatDateTime } from '@/lib/format/format.js';
import { legalUrl } from '@/lib/legal-pages.js';
import { toastFailure, toastInvalid, withToast } from '@/lib/toast/toast-failure.js';
import { currentLanguage, t } from '@/messages/i18n.js';
import { adminLegalMessages } from '@/messages/admin/operations/legal.js';
import { usePreviewLegalText, usePublishLegalPage, useSaveLegalDraft } from './api.js';

const resolver = schemaResolver<LegalDraft>(
  async () => (await loadSchemas(() => import('@casement/proto/http/auth/legal.js'))).legalDraft,
);

const EMPTY: LegalDraft = {
  text_en: '',
  text_id: '',
  change_en: '',
  change_id: '',
  asks_acceptance: false,
};
const FIELDS = Object.keys(EMPTY) as (keyof LegalDraft)[];
const PLACEHOLDER = /\[[A-Z][A-Z ,/]+\]/;

/** Edits the next version, which starts from the draft or the current version. */
export function LegalEditor({ data }: { data: LegalPageForAdmin }) {
  const m = t(adminLegalMessages);
  const { page, versions, template_en, template_id } = data;
  const title = LEGAL_PAGE_TITLES[currentLanguage()][page];
  const [current] = versions;
  const save = useSaveLegalDraft(page);
  const publish = usePublishLegalPage(page);
  const preview = usePreviewLegalText();
  const [previewed, setPreviewed] = useState<string | null>(null);
  const form = useForm<LegalDraft>({
    resolver,
    defaultValues:
      data.draft ?? (current ? { ...textsOf(current), change_en: '', change_id: '' } : EMPTY),
  });
  const { errors, isSubmitting } = form.formState;

  const saveDraft = async (draft: LegalDraft) => {
    const sent = save.mutateAsync(draft);
    sent.catch((error) => showProblems(error, FIELDS, form.setError));
    await withToast(sent, { done: () => ({ title: m.saved }), failed: m.saveFailed });
  };
  const publishDraft = async (draft: LegalDraft) => {
    const isUnfinished = PLACEHOLDER.test(draft.text_en) || PLACEHOLDER.test(draft.text_id);
    if (!window.confirm(isUnfinished ? m.placeholders : m.confirmPublish(title))) return;
    const sent = publish.mutateAsync(draft);
    sent.catch((error) => showProblems(error, FIELDS, form.setError));
    await withToast(sent, { done: () => ({ title: m.done }), failed: m.publishFailed });
  };
  const insertTemplate = () => {
    const { text_en, text_id } = form.getValues();
    if ((text_en || text_id) && !window.confirm(m.confirmTemplate)) return;
    form.setValue('text_en', template_en);
    form.setValue('text_id', template_id);
  };
  const showPreview = async (field: 'text_en' | 'text_id') => {
    try {
      setPreviewed((await preview.mutateAsync(form.getValues(field))).html);
    } catch (error) {
      toastFailure(m.previewFailed, error);
    }
  };
  const text = (name: 'text_en' | 'text_id', label: string) => (
    <TextArea
      label={label}
      rows={18}
      error={errors[name]?.message}
      aside={
        <Button
          size="sm"
          variant="ghost"
          aria-label={m.previewOf(label)}
          busy={preview.isPending}
          onClick={() => void showPreview(name)}
        >
          {m.preview}
        </Button>
      }
      {...form.register(name)}
    />
  );
  const change = (name: 'change_en' | 'change_id', label: string) => (
    <TextArea
      label={label}
      help={m.changeHelp}
      error={errors[name]?.message}
      {...form.register(name)}
    />
  );

  return (
    <>
      <div className="flex flex-wrap items-center gap-3 mb-4">
        <p className="flex-1 min-w-[200px] text-muted-foreground num">
          {current
            ? m.published(current.version, formatDateTime(current.published_at))
            : m.unpublished}
        </p>
        {current && (
          <ButtonAnchor size="sm" href={legalUrl(page)} target="_blank">
            <ExternalLink className="ic ic-sm" />
            {m.open}
          </ButtonAnchor>
        )}
        <Button size="sm" onClick={insertTemplate}>
          {m.template}
        </Button>
      </div>
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => void form.handleSubmit(publishDraft, toastInvalid)(event)}
      >
        <div className="grid gap-4 xl:grid-cols-2">
          {text('text_en', m.textEn)}
          {text('text_id', m.textId)}
          {page === 'terms' && change('change_en', m.changeEn)}
          {page === 'terms' && change('change_id', m.changeId)}
        </div>
        {page === 'terms' && (
          <label className="flex gap-3 items-start">
            <input
              type="checkbox"
              className="size-4 mt-1 accent-primary"
              {...form.register('asks_acceptance')}
            />
            <span>
              <span className="block font-[560]">{m.asks}</span>
              <span className="block text-sm text-muted-foreground">{m.asksHelp}</span>
            </span>
          </label>
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <Button
            disabled={isSubmitting}
            onClick={() => void form.handleSubmit(saveDraft, toastInvalid)()}
          >
            {m.save}
          </Button>
          <Button type="submit" variant="primary" disabled={isSubmitting}>
            {m.publish}
          </Button>
        </div>
      </form>
      {versions.length > 0 && (
        <Panel className="mt-6" title={m.versions}>
          <ul className="divide-y">
            {versions.map((one) => (
              <li key={one.version} className="flex flex-wrap items-center gap-3 px-4 py-2">
                <span className="font-[560]">{m.version(one.version)}</span>
                <span className="flex-1 text-muted-foreground num">
                  {formatDateTime(one.published_at)}
                </span>
                <Button
                  size="sm"
                  variant="ghost"
                  aria-label={m.useOf(one.version)}
                  onClick={() => form.reset(textsOf(one))}
                >
                  {m.use}
                </Button>
              </li>
            ))}
          </ul>
        </Panel>
      )}
      {previewed !== null && (
        <Dialog
          title={m.previewOf(title)}
          readable={m.preview}
          width={680}
          onClose={() => setPreviewed(null)}
        >
          <LegalText html={previewed} />
        </Dialog>
      )}
    </>
  );
}

const textsOf = ({ text_en, text_id, change_en, change_id }: LegalDraft): LegalDraft => ({
  text_en,
  text_id,
  change_en,
  change_id,
  asks_acceptance: false,
});
