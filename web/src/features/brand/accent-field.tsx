import {
  accentContrast,
  MIN_CONTRAST,
  readableAccent,
} from '@casement/proto/http/auth/brand-theme.js';
import { Button } from '@/components/ui/button.js';
import { TextField } from '@/components/ui/form/field.js';
import { t } from '@/messages/i18n.js';
import { brandMessages } from '@/messages/admin/operations/brand.js';

/** Casement's own. */
export const DEFAULT_ACCENT = '#045b61';
export const HEX_COLOR = /^#[0-9a-f]{6}$/i;

interface AccentFieldProps {
  value: string;
  error?: string | undefined;
  onChange: (accent: string) => void;
}

/** Colour as text and as a picker, with its contrast in both themes. */
export function AccentField({ value, error, onChange }: AccentFieldProps) {
  const m = t(brandMessages);
  const accent = value.trim().toLowerCase();
  const contrast = HEX_COLOR.test(accent) ? accentContrast(accent) : null;
  const isReadable =
    contrast !== null && contrast.light >= MIN_CONTRAST && contrast.dark >= MIN_CONTRAST;
  return (
    <div className="grid gap-2">
      <TextField
        label={m.accent}
        mono
        maxLength={7}
        placeholder={DEFAULT_ACCENT}
        value={value}
        error={contrast && !isReadable ? m.tooLight(contrast.light.toFixed(1)) : error}
        help={
          isReadable
            ? m.contrast(contrast.light.toFixed(1), contrast.dark.toFixed(1))
            : m.accentHelp
        }
        aside={
          <input
            type="color"
            className="size-6 cursor-pointer"
            aria-label={m.picker}
            value={contrast ? accent : DEFAULT_ACCENT}
            onChange={({ target }) => onChange(target.value)}
          />
        }
        onChange={({ target }) => onChange(target.value)}
      />
      {contrast && !isReadable && (
        <Button
          size="sm"
          className="justify-self-start"
          onClick={() => onChange(readableAccent(accent))}
        >
          {m.useReadable(readableAccent(accent))}
        </Button>
      )}
    </div>
  );
}
