import { scaleLinear } from '@visx/scale';
import { LinePath } from '@visx/shape';
import {
  useState,
  type KeyboardEvent,
  type PointerEvent,
  useLayoutEffect,
  useRef,
  type RefObject,
} from 'react';
import { HEIGHT, STYLES, Marker, type PlotProps } from './plot-styles.js';

const EDGE = { top: 20, right: 8, bottom: 6, left: 8 };
const GRID_LINES = 3;

const STEPS: Record<string, (at: number, last: number) => number> = {
  ArrowLeft: (at) => at - 1,
  ArrowDown: (at) => at - 1,
  ArrowRight: (at) => at + 1,
  ArrowUp: (at) => at + 1,
  Home: () => 0,
  End: (_, last) => last,
};

/**
 * Lines over the same points, distinguished by dash and marker as well as by color. A pointer or the arrow keys read
 * the points one by one, as the values of a slider. A separate chunk, rendered only through `plot.tsx`.
 */
export default function LinePlot({ label, lines, starts, describePoint, format, hint }: PlotProps) {
  const [frame, width] = useWidth();
  const [at, setAt] = useState<number>();
  const last = starts.length - 1;
  const highest = Math.max(0, ...lines.flatMap(({ values }) => values));
  const x = scaleLinear({ domain: [0, Math.max(1, last)], range: [EDGE.left, width - EDGE.right] });
  const y = scaleLinear({ domain: [0, highest || 1], range: [HEIGHT - EDGE.bottom, EDGE.top] });
  const peak = lines.find(({ values }) => highest > 0 && values.includes(highest));
  const peakAt = peak?.values.indexOf(highest) ?? 0;

  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    setAt(Math.min(last, Math.max(0, at === undefined ? last : step(at, last))));
  };
  const onPointerMove = ({ clientX, currentTarget }: PointerEvent) => {
    const { left } = currentTarget.getBoundingClientRect();
    setAt(Math.min(last, Math.max(0, Math.round(x.invert(clientX - left)))));
  };
  return (
    <>
      <div
        ref={frame}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={at ?? last}
        aria-valuetext={describePoint(at ?? last)}
        className="rounded-sm"
        style={{ touchAction: 'pan-y', cursor: 'crosshair' }}
        onKeyDown={onKeyDown}
        onPointerMove={onPointerMove}
        onPointerDown={onPointerMove}
      >
        <svg width={width} height={HEIGHT} aria-hidden className="block max-w-full">
          {y.ticks(GRID_LINES).map((tick) => (
            <line
              key={tick}
              x1={EDGE.left}
              x2={width - EDGE.right}
              y1={y(tick)}
              y2={y(tick)}
              stroke="var(--border)"
            />
          ))}
          {at !== undefined && (
            <line x1={x(at)} x2={x(at)} y1={EDGE.top} y2={y(0)} stroke="var(--input)" />
          )}
          {lines.map(({ name, variant, values }) => (
            <g key={name} data-line={variant}>
              <LinePath
                data={[...values]}
                x={(_, i) => x(i)}
                y={(value) => y(value)}
                stroke={STYLES[variant].colour}
                strokeWidth={STYLES[variant].width}
                strokeDasharray={STYLES[variant].dash}
                strokeLinejoin="round"
              />
              {(variant === 'main' || variant === 'failed') &&
                values.map((value, i) => (
                  <Marker
                    key={starts[i]}
                    variant={variant}
                    x={x(i)}
                    y={y(value)}
                    hollow={i === last}
                  />
                ))}
            </g>
          ))}
          {highest > 0 && (
            <text
              x={x(peakAt)}
              y={y(highest) - 8}
              textAnchor={peakAt > last * 0.8 ? 'end' : peakAt < last * 0.2 ? 'start' : 'middle'}
              fill="currentColor"
              className="text-xs num"
            >
              {format(highest)}
            </text>
          )}
        </svg>
      </div>
      <p className="text-xs num mt-1 wrap-anywhere" style={{ minHeight: '3em' }} aria-hidden>
        {at === undefined ? (
          <span className="text-muted-foreground">{hint}</span>
        ) : (
          describePoint(at)
        )}
      </p>
    </>
  );
}

const INITIAL_WIDTH = 480;

function useWidth(): [RefObject<HTMLDivElement | null>, number] {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(INITIAL_WIDTH);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => setWidth(element.clientWidth || INITIAL_WIDTH);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}
