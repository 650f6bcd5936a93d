import type {
  Announcement,
  AnnouncementRequest,
} from '@casement/proto/http/telegram/announcements.js';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { FormDialog } from '@/components/ui/dialog/form-dialog.js';
import { TextField } from '@/components/ui/form/field.js';
import { SelectField } from '@/components/ui/form/select-field.js';
import { TextArea } from '@/components/ui/form/text-area.js';
import { schemaResolver, showProblems } from '@/lib/form/form.js';
import { loadSchemas } from '@/lib/form/load-rules.js';
import { t } from '@/messages/i18n.js';
import { toastInvalid, withToast } from '@/lib/toast/toast-failure.js';
import { adminAnnouncementMessages } from '@/messages/admin/operations/announcements.js';
import { announcementMessages } from '@/messages/announcements.js';
import { useSaveAnnouncement } from './api.js';

const resolver = schemaResolver<AnnouncementRequest>(
  async () =>
    (await loadSchemas(() => import('@casement/proto/http/telegram/announcements.js')))
      .announcementRequest,
);

const JAKARTA = '+07:00';
const FIELDS: (keyof AnnouncementRequest)[] = [
  'kind',
  'text_en',
  'text_id',
  'starts_at',
  'ends_at',
];

/** Converts to the format of `datetime-local`, e.g. `2026-11-21T14:02`, in Asia/Jakarta. */
const toField = (instant: string) =>
  new Date(Date.parse(instant) + 7 * 3_600_000).toISOString().slice(0, 16);
const fromField = (typed: string) => (typed === '' ? '' : `${typed}:00${JAKARTA}`);

export default function AnnouncementDialog({
  announcement,
  onClose,
}: {
  announcement: Announcement | undefined;
  onClose: () => void;
}) {
  const m = t(adminAnnouncementMessages);
  const { kinds } = t(announcementMessages);
  const save = useSaveAnnouncement();
  const [id] = useState(() => announcement?.id ?? crypto.randomUUID());
  const form = useForm<AnnouncementRequest>({
    resolver,
    defaultValues: announcement
      ? {
          ...announcement,
          starts_at: `${toField(announcement.starts_at)}:00${JAKARTA}`,
          ends_at: `${toField(announcement.ends_at)}:00${JAKARTA}`,
        }
      : { kind: 'information', text_en: '', text_id: '', starts_at: '', ends_at: '' },
  });
  const { errors, isSubmitting } = form.formState;

  const submit = async ({ kind, text_en, text_id, starts_at, ends_at }: AnnouncementRequest) => {
    const sent = save.mutateAsync({ id, kind, text_en, text_id, starts_at, ends_at });
    sent.catch((error) => showProblems(error, FIELDS, form.setError));
    const done = () => ({ title: m.saved });
    if (await withToast(sent, { done, failed: m.saveFailed })) onClose();
  };
  const time = (name: 'starts_at' | 'ends_at', label: string) => (
    <TextField
      label={label}
      type="datetime-local"
      error={errors[name]?.message}
      defaultValue={form.getValues(name).slice(0, 16)}
      onChange={({ target }) =>
        form.setValue(name, fromField(target.value), { shouldValidate: form.formState.isSubmitted })
      }
    />
  );
  return (
    <FormDialog
      title={announcement ? m.editTitle : m.add}
      width={520}
      submit={m.save}
      pending={isSubmitting}
      onSubmit={form.handleSubmit(submit, toastInvalid)}
      onClose={onClose}
    >
      <SelectField label={m.kind} options={Object.entries(kinds)} {...form.register('kind')} />
      <TextArea
        label={m.textEn}
        help={m.textHelp}
        error={errors.text_en?.message}
        {...form.register('text_en')}
      />
      <TextArea
        label={m.textId}
        help={m.textHelp}
        error={errors.text_id?.message}
        {...form.register('text_id')}
      />
      {time('starts_at', m.from)}
      {time('ends_at', m.until)}
    </FormDialog>
  );
}
