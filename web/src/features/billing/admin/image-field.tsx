import { useEffect, useState } from 'react';
import { Field } from '@/components/ui/form/field.js';
import { t } from '@/messages/i18n.js';
import { catalogueMessages } from '@/messages/admin/billing/catalogue.js';

/** File input for an image with its preview. Shows the existing image until a file is chosen. */
export function ImageField({
  current,
  file,
  onFile,
}: {
  current: string | null;
  file: File | undefined;
  onFile: (file: File | undefined) => void;
}) {
  const { products: m } = t(catalogueMessages);
  const [wrong, setWrong] = useState(false);
  const preview = useDataUrl(file) ?? current;
  return (
    <Field label={m.imageOptional} help={m.imageHelp} error={wrong ? m.noImage : undefined}>
      {(ids) => (
        <div className="flex items-center gap-3">
          {preview && (
            <img
              src={preview}
              alt={m.preview}
              className="size-16 rounded-md border object-cover bg-muted shrink-0"
            />
          )}
          <input
            {...ids}
            type="file"
            accept="image/*"
            className="file-input"
            onChange={({ target }) => {
              const chosen = target.files?.[0];
              const isImage = !chosen || chosen.type.startsWith('image/');
              setWrong(!isImage);
              onFile(isImage ? chosen : undefined);
            }}
          />
        </div>
      )}
    </Field>
  );
}

/** Reads the file as a data URL because the content security policy forbids blob addresses. */
function useDataUrl(file: File | undefined): string | undefined {
  const [read, setRead] = useState<{ file: File; url: string }>();
  useEffect(() => {
    if (!file) return;
    const reader = new FileReader();
    reader.onload = () => setRead({ file, url: reader.result as string });
    reader.readAsDataURL(file);
    return () => reader.abort();
  }, [file]);
  return read?.file === file ? read?.url : undefined;
}
