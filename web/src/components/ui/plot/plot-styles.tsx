/** Pixels. */
export const HEIGHT = 168;

/** Style of a plot line. Dash and marker distinguish it without color. */
export type PlotStyle = 'main' | 'main-before' | 'failed' | 'failed-before';

export const STYLES: Record<PlotStyle, { colour: string; width: number; dash?: string }> = {
  main: { colour: 'var(--primary)', width: 2 },
  'main-before': { colour: 'var(--muted-foreground)', width: 1.5, dash: '6 4' },
  failed: { colour: 'var(--danger)', width: 2 },
  'failed-before': { colour: 'var(--danger)', width: 1.5, dash: '1.5 3.5' },
};

/** Disc for counts, square for failures; hollow if the period has not ended. */
export function Marker({
  variant,
  x,
  y,
  hollow = false,
}: {
  variant: PlotStyle;
  x: number;
  y: number;
  hollow?: boolean;
}) {
  const { colour: stroke } = STYLES[variant];
  const paint = { stroke, fill: hollow ? 'var(--card)' : stroke, strokeWidth: 1.5 };
  return variant === 'failed' ? (
    <rect x={x - 2.5} y={y - 2.5} width={5} height={5} {...paint} />
  ) : (
    <circle cx={x} cy={y} r={2.5} {...paint} />
  );
}

export function LineSample({ variant }: { variant: PlotStyle }) {
  const { colour, width, dash } = STYLES[variant];
  return (
    <svg width={24} height={8} aria-hidden className="shrink-0">
      <line
        x1={0}
        x2={24}
        y1={4}
        y2={4}
        stroke={colour}
        strokeWidth={width}
        strokeDasharray={dash}
      />
      {!dash && <Marker variant={variant} x={12} y={4} />}
    </svg>
  );
}

export interface PlotLine {
  name: string;
  variant: PlotStyle;
  /** One value per entry of `starts`. */
  values: readonly number[];
}

export interface PlotProps {
  /** Description of the plot in one sentence. */
  label: string;
  lines: readonly PlotLine[];
  /** Names of the points. */
  starts: readonly string[];
  /** Full description of a point. */
  describePoint: (point: number) => string;
  format: (value: number) => string;
  hint: string;
}
