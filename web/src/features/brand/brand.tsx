import { MAX_FOOTER_LINKS } from '@casement/proto/http/auth/brand-limits.js';
import type { BrandSettings } from '@casement/proto/http/auth/brand.js';
import { useQuery } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { get, useFieldArray, useForm } from 'react-hook-form';
import { Button } from '@/components/ui/button.js';
import { QueryFallback } from '@/components/ui/feedback/query-fallback.js';
import { FieldNote, TextField } from '@/components/ui/form/field.js';
import { SectionHead } from '@/components/ui/section-head.js';
import { schemaResolver, showProblems } from '@/lib/form/form.js';
import { loadSchemas } from '@/lib/form/load-rules.js';
import { toastInvalid, withToast } from '@/lib/toast/toast-failure.js';
import { t } from '@/messages/i18n.js';
import { adminMessages } from '@/messages/admin/admin.js';
import { brandMessages } from '@/messages/admin/operations/brand.js';
import { AccentField } from './accent-field.js';
import { brandQuery, useSaveBrand } from './api.js';
import { settingsOf, valuesOf, type BrandValues } from './brand-form.js';
import { BrandPreview } from './brand-preview.js';
import { ImageField } from './image-field.js';
import { LandingTexts } from './landing-texts.js';

const resolver = schemaResolver<BrandValues>(async () => {
  const { brandSettings } = await loadSchemas(() => import('@casement/proto/http/auth/brand.js'));
  return { safeParse: (values) => brandSettings.safeParse(settingsOf(values as BrandValues)) };
});

/** Fields at which the server's answer can be shown. */
const FIELDS: (keyof BrandValues)[] = ['name', 'accent', 'logo_light', 'logo_dark', 'favicon'];

/** Name, logo, colour, addresses and landing texts of the shop, with a preview before they are saved. */
export default function Brand() {
  const m = t(brandMessages);
  const { sections, loadFailed } = t(adminMessages);
  const query = useQuery(brandQuery);
  return (
    <>
      <SectionHead title={sections.brand} />
      <p className="text-muted-foreground mb-4 max-w-[72ch]">{m.lead}</p>
      {query.data ? (
        <BrandEditor settings={query.data} />
      ) : (
        <QueryFallback query={query} title={loadFailed} />
      )}
    </>
  );
}

function BrandEditor({ settings }: { settings: BrandSettings }) {
  const m = t(brandMessages);
  const save = useSaveBrand();
  const form = useForm<BrandValues>({
    resolver,
    mode: 'onTouched',
    defaultValues: valuesOf(settings),
  });
  const { errors, isSubmitting } = form.formState;
  const links = useFieldArray({ control: form.control, name: 'footer_links' });
  const values = form.watch();

  const submit = async (changed: BrandValues) => {
    const sent = save.mutateAsync(settingsOf(changed));
    sent.catch((error) => showProblems(error, FIELDS, form.setError));
    await withToast(sent, {
      done: () => ({ title: m.saved, description: m.savedHelp }),
      failed: m.saveFailed,
    });
  };
  const text = (name: 'support_email' | 'support_chat_url' | 'mail_sender_name', help: string) => (
    <TextField label={m[name]} help={help} error={errors[name]?.message} {...form.register(name)} />
  );
  const image = (kind: 'logo_light' | 'logo_dark' | 'favicon', help: string) => (
    <ImageField
      kind={kind}
      label={m[kind]}
      help={help}
      error={errors[kind]?.message}
      hash={values[kind]}
      onChange={(hash) => form.setValue(kind, hash, { shouldDirty: true })}
    />
  );

  return (
    <form
      noValidate
      className="grid gap-6 xl:grid-cols-[minmax(0,1fr)_360px]"
      onSubmit={(event) => void form.handleSubmit(submit, toastInvalid)(event)}
    >
      <div className="grid gap-5 min-w-0">
        <Part title={m.identity}>
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              label={m.name}
              maxLength={40}
              error={errors.name?.message}
              {...form.register('name')}
            />
            <AccentField
              value={values.accent}
              error={errors.accent?.message}
              onChange={(accent) => form.setValue('accent', accent, { shouldDirty: true })}
            />
          </div>
          {image('logo_light', m.logoHelp)}
          {image('logo_dark', m.logoDarkHelp)}
          {image('favicon', m.faviconHelp)}
        </Part>
        <Part title={m.contact}>
          {text('support_email', m.supportHelp)}
          {text('support_chat_url', m.supportHelp)}
          {text('mail_sender_name', m.senderHelp)}
        </Part>
        <Part title={m.links}>
          {links.fields.map(({ id }, index) => (
            <div key={id} className="grid gap-3 items-start sm:grid-cols-[1fr_2fr_auto]">
              <TextField
                label={m.linkLabel(index + 1)}
                {...form.register(`footer_links.${index}.label`)}
              />
              <TextField
                label={m.linkUrl(index + 1)}
                inputMode="url"
                {...form.register(`footer_links.${index}.url`)}
              />
              <Button
                icon
                variant="ghost"
                className="sm:mt-6"
                aria-label={m.removeLink(index + 1)}
                onClick={() => links.remove(index)}
              >
                <X className="ic" />
              </Button>
            </div>
          ))}
          <FieldNote error={get<typeof errors, Problem>(errors, 'footer_links')?.message} />
          {links.fields.length < MAX_FOOTER_LINKS && (
            <Button
              size="sm"
              className="justify-self-start"
              onClick={() => links.append({ label: '', url: '' })}
            >
              <Plus className="ic ic-sm" />
              {m.addLink}
            </Button>
          )}
        </Part>
        <Part title={m.landing}>
          <p className="text-sm text-muted-foreground">{m.landingHelp}</p>
          <LandingTexts form={form} />
        </Part>
        <Button type="submit" variant="primary" className="justify-self-end" busy={isSubmitting}>
          {m.save}
        </Button>
      </div>
      <BrandPreview values={values} />
    </form>
  );
}

type Problem = { message?: string } | undefined;

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="frame">
      <div className="frame-head">
        <h2>{title}</h2>
      </div>
      <div className="p-4 grid gap-4">{children}</div>
    </section>
  );
}
