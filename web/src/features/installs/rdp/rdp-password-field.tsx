import { useId, useState } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { cn } from '@/components/ui/class-names.js';
import { NewPasswordField } from '@/components/ui/form/new-password-field.js';
import { t } from '@/messages/i18n.js';
import { installMessages } from '@/messages/install/install.js';
import { rate, strongPassword } from './rdp-password.js';

/** Password field for the new Windows with a strength rating and a generator. */
export function RdpPasswordField({
  password,
  error,
  onMake,
  ...input
}: UseFormRegisterReturn & {
  password: string;
  error: string | undefined;
  onMake: (password: string) => void;
}) {
  const { form: m } = t(installMessages);
  const [made, setMade] = useState(0);
  const ratingId = useId();
  const rating = password && rate(password);
  const make = () => {
    onMake(strongPassword());
    // Remounted as a visible field, because users cannot save a password they have not seen.
    setMade(made + 1);
  };
  return (
    <div>
      <NewPasswordField
        key={made}
        startShown={made > 0}
        label={m.rdpPassword}
        rule="rdp"
        note={m.rdpPasswordHelp}
        error={error}
        describedBy={ratingId}
        aside={
          <button type="button" className="link text-sm mb-1.5" onClick={make}>
            {m.strongPassword}
          </button>
        }
        {...input}
      />
      <p id={ratingId} className={cn('help', rating === 'weak' && 'text-danger')}>
        {rating && m.ratings[rating]}
      </p>
    </div>
  );
}
