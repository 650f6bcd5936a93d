import { useState } from 'react';
import { t } from '@/messages/i18n.js';
import { billingMessages } from '@/messages/billing.js';

/** Black on white in both themes, because cameras do not read other colors reliably. */
export function QrImage({ url, reference }: { url: string; reference: string }) {
  const m = t(billingMessages);
  const [broken, setBroken] = useState(false);
  return (
    <div className="max-sm:justify-self-center bg-white p-3 rounded-lg border text-black size-[208px] grid place-items-center">
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
          width={182}
          height={182}
          className="size-full object-contain [image-rendering:pixelated]"
          onError={() => setBroken(true)}
        />
      )}
    </div>
  );
}
