import type {
  Announcement,
  AnnouncementRequest,
} from '@casement/proto/http/telegram/announcements.js';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { FormDialog } from '@/components/ui/dialog/form-dialog.js';
import { DateField } from '@/components/ui/form/day-field.js';
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

const SUFFIX = `:00${JAKARTA}`;

/** Converts to the same instant in Asia/Jakarta, e.g. `2026-11-21T14:02:00+07:00`. */
const inJakarta = (instant: string) =>
  new Date(Date.parse(instant) + 7 * 3_600_000).toISOString().slice(0, 16) + SUFFIX;
const toField = (time: string) => time.slice(0, -SUFFIX.length).replace('T', ' ');
/** Accepts `14.02`, as Indonesians write times. */
const fromField = (typed: string) =>
  typed === '' ? '' : typed.replace(' ', 'T').replace('.', ':') + SUFFIX;

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
          starts_at: inJakarta(announcement.starts_at),
          ends_at: inJakarta(announcement.ends_at),
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
    <DateField
      label={label}
      withTime
      error={errors[name]?.message}
      value={toField(form.watch(name))}
      onValueChange={(typed) =>
        form.setValue(name, fromField(typed), { shouldValidate: form.formState.isSubmitted })
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
