import { TriangleAlert } from 'lucide-react';
import type { RefObject } from 'react';
import { FieldNote } from '@/components/ui/form/field.js';
import { Note } from '@/components/ui/note.js';
import { t } from '@/messages/i18n.js';
import { billingMessages } from '@/messages/billing.js';

/** A confirmation required before paying. */
export interface Acceptance {
  box: RefObject<HTMLInputElement | null>;
  checked: boolean;
  /** Pay was clicked without the confirmation. */
  missing: boolean;
  onChange: (checked: boolean) => void;
}

/**
 * Warns customers before the payment that no Windows version is installable, because quota is only useful for
 * installs.
 */
export function NoInstallableVersions({ acceptance }: { acceptance?: Acceptance | undefined }) {
  const { nothingInstallable: m } = t(billingMessages);
  return (
    <Note tone="warning" icon={TriangleAlert} className="mt-4" alert={!acceptance}>
      <p className="font-[580]">{m.title}</p>
      <p>{m.help}</p>
      {acceptance && (
        <>
          <label className="mt-1.5 inline-flex items-center gap-2 pointer-coarse:min-h-11 font-[560]">
            <input
              ref={acceptance.box}
              type="checkbox"
              className="size-4 accent-primary"
              checked={acceptance.checked}
              aria-invalid={acceptance.missing || undefined}
              onChange={(event) => acceptance.onChange(event.target.checked)}
            />
            {m.accept}
          </label>
          <FieldNote {...(acceptance.missing ? { error: m.required } : {})} />
        </>
      )}
    </Note>
  );
}
