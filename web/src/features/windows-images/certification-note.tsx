import type { WindowsImage } from '@casement/proto/http/images.js';
import { TriangleAlert } from 'lucide-react';
import { Note } from '@/components/ui/note.js';
import { t } from '@/lib/messages.js';
import { certificationMessages } from '@/messages/certification.js';
import { failureText } from '../failure-text.js';

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
