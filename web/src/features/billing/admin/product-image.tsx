import { Package } from 'lucide-react';
import { useState } from 'react';

/** A product's image in a row; a package icon if there is none or it does not load. */
export function ProductImage({ url }: { url: string | null }) {
  const [broken, setBroken] = useState<string | null>(null);
  return (
    <span className="inline-grid place-items-center size-7 shrink-0 rounded-sm border bg-muted overflow-hidden text-muted-foreground">
      {url && url !== broken ? (
        <img src={url} alt="" className="size-full object-cover" onError={() => setBroken(url)} />
      ) : (
        <Package className="ic ic-sm" />
      )}
    </span>
  );
}
