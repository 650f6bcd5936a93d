import { BRAND_IMAGE_SIZE, type BrandImage } from '@casement/proto/http/auth/brand-limits.js';
import { ImageUp } from 'lucide-react';
import { useId, useRef } from 'react';
import { Button } from '@/components/ui/button.js';
import { cn } from '@/components/ui/class-names.js';
import { FieldNote } from '@/components/ui/form/field.js';
import { toastFailure } from '@/lib/toast/toast-failure.js';
import { t } from '@/messages/i18n.js';
import { brandMessages } from '@/messages/admin/operations/brand.js';
import { useAddBrandImage } from './api.js';
import { scaledPng } from './scaled-png.js';

interface ImageFieldProps {
  kind: BrandImage;
  label: string;
  help: string;
  error?: string | undefined;
  hash: string | null;
  onChange: (hash: string | null) => void;
}

/** Uploads a chosen image immediately; customers see it once the brand is saved. */
export function ImageField({ kind, label, help, error, hash, onChange }: ImageFieldProps) {
  const m = t(brandMessages);
  const add = useAddBrandImage();
  const input = useRef<HTMLInputElement>(null);
  const noteId = useId();
  const choose = async (file: File) => {
    const png = await scaledPng(file, BRAND_IMAGE_SIZE[kind]);
    if (png === null) return toastFailure(m.imageFailed, null, m.imageUnreadable);
    await add.mutateAsync({ kind, png }).then(
      (stored) => onChange(stored.hash),
      (problem: unknown) => toastFailure(m.imageFailed, problem),
    );
  };
  return (
    <div role="group" aria-label={label} className="min-w-0">
      <span className="label">{label}</span>
      <div className="flex flex-wrap items-center gap-3">
        <span
          className={cn(
            'inline-grid place-items-center h-12 min-w-12 px-2 rounded-md border',
            kind === 'logo_dark' ? 'bg-[#0b1315]' : 'bg-[#f4f8f8]',
          )}
        >
          {hash ? (
            <img className="max-h-8 max-w-[160px]" src={`/brand/${hash}.png`} alt={m.stored} />
          ) : (
            <ImageUp className="ic text-neutral" aria-hidden />
          )}
        </span>
        <Button
          size="sm"
          busy={add.isPending}
          aria-label={m.chooseOf(label)}
          aria-describedby={noteId}
          onClick={() => input.current?.click()}
        >
          {m.choose}
        </Button>
        {hash && (
          <Button
            size="sm"
            variant="ghost"
            aria-label={m.removeOf(label)}
            onClick={() => onChange(null)}
          >
            {m.remove}
          </Button>
        )}
      </div>
      <input
        ref={input}
        type="file"
        hidden
        tabIndex={-1}
        aria-label={label}
        accept="image/png,image/jpeg,image/webp,image/svg+xml"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          target.value = '';
          if (file) void choose(file);
        }}
      />
      <FieldNote id={noteId} help={help} error={error} />
    </div>
  );
}
