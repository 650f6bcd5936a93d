import type { WindowsImage } from '@casement/proto/http/images.js';
import { TriangleAlert } from 'lucide-react';
import { Note } from '@/components/ui/note.js';
import { t } from '@/lib/i18n/messages.js';
import { failureText } from '@/lib/installs/failure-text.js';
import { certificationMessages } from '@/messages/admin/certification.js';

/** The warning of an image that is not certified, with the reason where one was tried. */
export function CertificationNote({ image: { state, certification } }: { image: WindowsImage }) {
  const m = t(certificationMessages);
  if (state === 'none' || certification?.verdict === 'certified') return null;
  const failure = certification && failureText({ ...certification, cure: null });
  return (
    <Note tone="warning" icon={TriangleAlert}>
      {failure ? `${m.failedWarning} ${failure.message}` : m.warning}
    </Note>
  );
}
