import { create } from 'qrcode';
import type { CSSProperties } from 'react';

/** White modules around the code, which scanners require. */
const QUIET_ZONE = 4;

/** Black on white in both themes, because cameras do not read other colors reliably. */
export function QrCode({
  text,
  label,
  style,
}: {
  text: string;
  label: string;
  /** Width and height. */
  style: CSSProperties;
}) {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const { size } = modules;
  const cells = Array.from({ length: size * size }, (_, i) => [i % size, Math.floor(i / size)]);
  const path = cells
    .filter(([x, y]) => modules.get(y!, x!))
    .map(([x, y]) => `M${x} ${y}h1v1h-1z`)
    .join('');
  const box = size + 2 * QUIET_ZONE;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${box} ${box}`}
      shapeRendering="crispEdges"
      className="shrink-0 bg-white rounded-lg border"
      style={style}
    >
      <path d={path} fill="#000" />
    </svg>
  );
}
