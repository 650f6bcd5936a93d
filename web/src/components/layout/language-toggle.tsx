import { Languages } from 'lucide-react';
import { chooseLanguage, LANGUAGES, useLanguage } from '@/lib/messages.js';
import { Button } from '@/components/ui/button.js';
import { cn } from '@/components/ui/class-names.js';

/** To the other language, named in that language. */
export function LanguageToggle() {
  const other = useLanguage() === 'en' ? 'id' : 'en';
  return (
    <Button
      variant="ghost"
      icon
      lang={other}
      aria-label={LANGUAGES[other]}
      title={LANGUAGES[other]}
      onClick={() => chooseLanguage(other)}
    >
      <Languages className="ic" />
    </Button>
  );
}

/** The same at the foot of a sidebar. */
export function LanguageLink({ rail }: { rail?: boolean }) {
  const other = useLanguage() === 'en' ? 'id' : 'en';
  return (
    <button
      type="button"
      className={cn('navlink', rail && 'rail')}
      lang={other}
      title={LANGUAGES[other]}
      onClick={() => chooseLanguage(other)}
    >
      <Languages className="ic" />
      <span>{LANGUAGES[other]}</span>
    </button>
  );
}
