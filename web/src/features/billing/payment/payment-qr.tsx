import { useState } from 'react';
import { LazyRegion } from '@/components/ui/feedback/lazy-region.js';
import { Skeleton } from '@/components/ui/feedback/skeleton.js';
import { t } from '@/messages/i18n.js';
import { lazyComponent } from '@/lib/lazy-component.js';
import { billingMessages } from '@/messages/billing.js';
import { QR_BOX } from './qr-size.js';

const DrawnQr = lazyComponent(() => import('./drawn-qr.js'));

/** The code drawn from its content, or the provider's image for an order of version 0.1.0. */
export function PaymentQr({
  text,
  url,
  reference,
}: {
  text: string | null | undefined;
  url: string;
  reference: string;
}) {
  const image = <QrImage url={url} reference={reference} />;
  if (!text) return image;
  return (
    <LazyRegion
      of={DrawnQr}
      loading={<Skeleton className="max-sm:justify-self-center" style={QR_BOX} />}
      failed={image}
    >
      <DrawnQr text={text} reference={reference} />
    </LazyRegion>
  );
}

/** Black on white in both themes, because cameras do not read other colors reliably. */
function QrImage({ url, reference }: { url: string; reference: string }) {
  const m = t(billingMessages);
  const [broken, setBroken] = useState(false);
  return (
    <div
      className="max-sm:justify-self-center bg-white p-3 rounded-lg border text-black grid place-items-center"
      style={QR_BOX}
    >
      {broken ? (
        <p className="text-sm text-center">
          {m.qrMissing}{' '}
          <a className="underline" href={url} target="_blank" rel="noreferrer">
            {m.qrOpen}
          </a>
        </p>
      ) : (
        <img
          src={url}
          alt={m.qrAlt(reference)}
          width={278}
          height={278}
          className="size-full object-contain [image-rendering:pixelated]"
          onError={() => setBroken(true)}
        />
      )}
    </div>
  );
}
