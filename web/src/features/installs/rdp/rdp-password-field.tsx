import { useId } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { cn } from '@/components/ui/class-names.js';
import { t } from '@/messages/i18n.js';
import { installMessages } from '@/messages/install/install.js';
import { GeneratedPasswordField } from './generated-password-field.js';
import { rate } from './rdp-password.js';

/** Password field for the new Windows with a strength rating and a generator. */
export function RdpPasswordField({
  password,
  ...field
}: UseFormRegisterReturn & {
  password: string;
  error: string | undefined;
  onMake: (password: string) => void;
}) {
  const { form: m } = t(installMessages);
  const ratingId = useId();
  const rating = password && rate(password);
  return (
    <div>
      <GeneratedPasswordField
        label={m.rdpPassword}
        note={m.rdpPasswordHelp}
        describedBy={ratingId}
        {...field}
      />
      <p id={ratingId} className={cn('help', rating === 'weak' && 'text-danger')}>
        {rating && m.ratings[rating]}
      </p>
    </div>
  );
}
