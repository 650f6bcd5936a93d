import type {
  Webhook,
  WebhookEvent,
  WebhookRequest,
} from '@casement/proto/http/install/webhooks/webhooks.js';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { FormDialog } from '@/components/ui/dialog/form-dialog.js';
import { FieldNote, TextField } from '@/components/ui/form/field.js';
import { schemaResolver } from '@/lib/form/form.js';
import { loadSchemas } from '@/lib/form/load-rules.js';
import { t } from '@/messages/i18n.js';
import { toastFailure, toastInvalid } from '@/lib/toast/toast-failure.js';
import { webhooksMessages } from '@/messages/account/webhooks.js';
import { useSaveWebhook } from './api.js';

const resolver = schemaResolver<WebhookRequest>(
  async () =>
    (await loadSchemas(() => import('@casement/proto/http/install/webhooks/webhooks.js')))
      .webhookRequest,
);

/**
 * @param webhook webhook to change; omitted for a new one
 * @param onSaved receives the secret of a new webhook, which is shown once
 */
export default function WebhookDialog({
  webhook,
  onSaved,
  onClose,
}: {
  webhook: Webhook | undefined;
  onSaved: (secret: string | undefined) => void;
  onClose: () => void;
}) {
  const m = t(webhooksMessages);
  const eventsId = useId();
  const save = useSaveWebhook(webhook?.id);
  const form = useForm<WebhookRequest>({
    resolver,
    mode: 'onTouched',
    defaultValues: { url: webhook?.url ?? '', events: webhook?.events ?? [] },
  });
  const { errors, isSubmitting } = form.formState;

  const submit = async (values: WebhookRequest) => {
    try {
      onSaved(await save.mutateAsync(values));
    } catch (error) {
      toastFailure(m.saveFailed, error);
    }
  };
  return (
    <FormDialog
      title={webhook ? m.edit : m.create}
      description={m.createLead}
      width={480}
      submit={webhook ? m.save : m.create}
      pending={isSubmitting}
      onSubmit={form.handleSubmit(submit, toastInvalid)}
      onClose={onClose}
    >
      <TextField
        label={m.url}
        help={m.urlHelp}
        error={errors.url?.message}
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        maxLength={500}
        {...form.register('url')}
      />
      <fieldset
        aria-describedby={errors.events ? eventsId : undefined}
        aria-invalid={errors.events ? true : undefined}
      >
        <legend className="label">{m.events}</legend>
        {(Object.keys(m.eventNames) as WebhookEvent[]).map((event) => (
          <label
            key={event}
            className="flex items-center gap-2.5 py-1 pointer-coarse:min-h-11 cursor-pointer"
          >
            <input
              type="checkbox"
              className="size-4 accent-primary cursor-[inherit]"
              value={event}
              {...form.register('events')}
            />
            <span className="flex-1 min-w-0">{m.eventNames[event]}</span>
            <code className="mono text-xs text-muted-foreground">{event}</code>
          </label>
        ))}
        <FieldNote id={eventsId} error={errors.events?.message} />
      </fieldset>
    </FormDialog>
  );
}
