import type { Language } from '@casement/proto/language.js';
import { Languages } from 'lucide-react';
import { Button } from '@/components/ui/button.js';
import { LANGUAGE_NAMES, t, useLanguage } from '@/messages/i18n.js';
import { toast } from '@/lib/toast/toast.js';
import { commonMessages } from '@/messages/common.js';
import { chooseLanguage } from '@/messages/load-language.js';

/** Switches the language. If its messages fail to load, a toast reports it and the page stays unchanged. */
function choose(language: Language): void {
  chooseLanguage(language).catch(() => {
    const m = t(commonMessages);
    toast({ title: m.somethingWrong, description: m.notOpened, tone: 'destructive' });
  });
}

/** Button that switches to the other language, labeled in that language. */
export function LanguageToggle() {
  const other = useLanguage() === 'en' ? 'id' : 'en';
  return (
    <Button
      variant="ghost"
      icon
      lang={other}
      aria-label={LANGUAGE_NAMES[other]}
      title={LANGUAGE_NAMES[other]}
      onClick={() => choose(other)}
    >
      <Languages className="ic" />
    </Button>
  );
}
