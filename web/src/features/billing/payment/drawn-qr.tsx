import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { toCanvas } from 'qrcode';
import { Button } from '@/components/ui/button.js';
import { QrCode } from '@/components/ui/qr-code.js';
import { download } from '@/lib/csv/download.js';
import { t } from '@/messages/i18n.js';
import { detectPlatform } from '@/lib/platform.js';
import { toastFailure } from '@/lib/toast/toast-failure.js';
import { billingMessages } from '@/messages/billing.js';
import { QR_BOX } from './qr-size.js';

const IMAGE_WIDTH = 1_024;
const PNG = 'image/png';

/** QR code drawn from its content, which can be saved because a phone cannot scan its own screen. */
export default function DrawnQr({ text, reference }: { text: string; reference: string }) {
  const m = t(billingMessages);
  const save = useMutation({
    mutationFn: () => saveImage(text, `QRIS-${reference}.png`),
    onError: (error) => toastFailure(m.saveQrFailed, error),
  });
  return (
    <div className="max-sm:justify-self-center grid gap-2" style={{ width: QR_BOX.width }}>
      <QrCode text={text} label={m.qrAlt(reference)} style={QR_BOX} />
      <Button size="sm" busy={save.isPending} onClick={() => save.mutate()}>
        <Download className="ic ic-sm" />
        {m.saveQr}
      </Button>
      <p className="text-xs text-muted-foreground not-pointer-coarse:hidden">{m.saveQrHelp}</p>
    </div>
  );
}

async function saveImage(text: string, name: string): Promise<void> {
  const canvas = await toCanvas(text, { width: IMAGE_WIDTH, margin: 4, errorCorrectionLevel: 'M' });
  const image = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, PNG));
  if (!image) throw new Error(t(billingMessages).saveQrFailed);
  const file = new File([image], name, { type: PNG });
  // iOS saves downloads outside the photo library, and e-wallets read only the library.
  if (detectPlatform() === 'ios' && navigator.canShare({ files: [file] })) {
    await navigator.share({ files: [file] }).catch(ignoreAbort);
  } else {
    download({ name, type: PNG, content: image });
  }
}

/** The customer closed the share sheet. */
function ignoreAbort(error: unknown): void {
  if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
}
