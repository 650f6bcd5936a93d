import { useState, type ComponentProps } from 'react';
import { NewPasswordField } from '@/components/ui/form/new-password-field.js';
import { t } from '@/messages/i18n.js';
import { installMessages } from '@/messages/install/install.js';
import { strongPassword } from './rdp-password.js';

/** Field for the password of a new system, with a generator. */
export function GeneratedPasswordField({
  onMake,
  ...field
}: Omit<ComponentProps<typeof NewPasswordField>, 'rule' | 'startShown' | 'aside'> & {
  onMake: (password: string) => void;
}) {
  const [made, setMade] = useState(0);
  const make = () => {
    onMake(strongPassword());
    // Remounted as a visible field, because users cannot save a password they have not seen.
    setMade(made + 1);
  };
  return (
    <NewPasswordField
      key={made}
      startShown={made > 0}
      rule="rdp"
      aside={
        <button type="button" className="link text-sm mb-1.5" onClick={make}>
          {t(installMessages).form.strongPassword}
        </button>
      }
      {...field}
    />
  );
}
