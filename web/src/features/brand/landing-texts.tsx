import { LANDING_TEXTS, MAX_LANDING_TEXT } from '@casement/proto/http/auth/brand-limits.js';
import { get, type UseFormReturn } from 'react-hook-form';
import { TextArea } from '@/components/ui/form/text-area.js';
import { t } from '@/messages/i18n.js';
import { brandMessages } from '@/messages/admin/operations/brand.js';
import { landing as indonesian } from '@/messages/id/landing.js';
import { landingMessages } from '@/messages/landing.js';
import type { BrandValues } from './brand-form.js';

const DEFAULTS = { en: landingMessages.en, id: indonesian };

/** Fields for the replaceable texts of the landing page in both languages, with its default as the placeholder. */
export function LandingTexts({ form }: { form: UseFormReturn<BrandValues> }) {
  const m = t(brandMessages);
  const { errors } = form.formState;
  return (
    <div className="grid gap-4 md:grid-cols-2">
      {LANDING_TEXTS.flatMap((text) =>
        (['en', 'id'] as const).map((language) => {
          const path = `landing_texts.${language}.${text}` as const;
          const problem = get<typeof errors, { message?: string } | undefined>(errors, path);
          return (
            <TextArea
              key={path}
              label={m.textIn(m.texts[text], m.languages[language])}
              rows={2}
              maxLength={MAX_LANDING_TEXT}
              placeholder={String(get(DEFAULTS[language], text) ?? get(DEFAULTS.en, text))}
              error={problem?.message}
              {...form.register(path)}
            />
          );
        }),
      )}
    </div>
  );
}
