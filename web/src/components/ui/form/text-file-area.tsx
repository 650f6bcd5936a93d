import { useRef, type ChangeEvent, type ComponentProps } from 'react';
import { TextArea } from './text-area.js';

/** Text area that can be filled from a file. */
export function TextFileArea({
  fileLabel,
  maxBytes,
  onFile,
  ...area
}: Omit<ComponentProps<typeof TextArea>, 'aside'> & {
  fileLabel: string;
  /** Should exceed the limit by one, so that a larger file is rejected without reading it completely. */
  maxBytes: number;
  onFile: (text: string) => void;
}) {
  const file = useRef<HTMLInputElement>(null);
  const readFile = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const reader = new FileReader();
    reader.onload = () => onFile(reader.result as string);
    const chosen = target.files?.[0];
    if (chosen) reader.readAsText(chosen.slice(0, maxBytes));
    // Allows selecting the same file again.
    target.value = '';
  };
  return (
    <>
      <TextArea
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        aside={
          <button
            type="button"
            className="link text-sm mb-1.5"
            onClick={() => file.current?.click()}
          >
            {fileLabel}
          </button>
        }
        {...area}
      />
      <input ref={file} type="file" hidden aria-label={fileLabel} onChange={readFile} />
    </>
  );
}
