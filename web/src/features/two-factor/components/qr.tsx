import type { TwoFactorSetupResponse } from '@casement/proto/http/auth/two-factor.js';
import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button.js';
import { t } from '@/messages/i18n.js';
import { adminTwoFactorMessages } from '@/messages/admin/users/admin-two-factor.js';

/** The QR code, which can be hidden from onlookers. Always black on white. */
export function Qr({ setup }: { setup: Partial<TwoFactorSetupResponse> }) {
  const m = t(adminTwoFactorMessages);
  const [shown, setShown] = useState(true);
  const [broken, setBroken] = useState(false);
  const source = qrSource(setup);
  const Icon = shown ? EyeOff : Eye;
  return (
    <div>
      <div className="flex flex-wrap items-center gap-2 mb-2">
        <p className="label mb-0! flex-1">{m.scan}</p>
        {source && !broken && (
          <Button variant="ghost" size="sm" onClick={() => setShown(!shown)}>
            <Icon className="ic ic-sm" />
            {shown ? m.hideQr : m.showQr}
          </Button>
        )}
      </div>
      {!source || broken ? (
        <p className="text-muted-foreground rounded-md border px-3 py-2">{m.noQr}</p>
      ) : (
        shown && (
          <img
            src={source}
            alt={m.qrAlt}
            width={200}
            height={200}
            className="bg-white border rounded-lg p-2 size-[200px]"
            onError={() => setBroken(true)}
          />
        )
      )}
    </div>
  );
}

/**
 * Returns the image address of the QR code, or null. The SVG is rendered as an image instead of inline, because
 * images cannot run scripts.
 */
function qrSource({ qrSvg, qrBase64 }: Partial<TwoFactorSetupResponse>): string | null {
  if (qrBase64)
    return qrBase64.startsWith('data:') ? qrBase64 : `data:image/png;base64,${qrBase64}`;
  return qrSvg ? `data:image/svg+xml,${encodeURIComponent(qrSvg)}` : null;
}
