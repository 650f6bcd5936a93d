import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react';
import { Dialog } from 'radix-ui';
import {
  useEffect,
  useId,
  useRef,
  useState,
  type ComponentProps,
  type CSSProperties,
  type KeyboardEvent,
} from 'react';
import { Button } from '@/components/ui/button.js';
import { cn } from '@/components/ui/class-names.js';
import { formatDay } from '@/lib/format/format.js';
import { useInputValue } from '@/lib/navigation/use-input-value.js';
import { currentLanguage, t } from '@/messages/i18n.js';
import { dayFieldMessages } from '@/messages/admin/day-field.js';
import { Field, type FieldShell } from './field.js';

/** Earlier dates mean that the year is still being typed. */
const FIRST_DAY = '2000-01-01';
const DAY = /^\d{4}-\d\d-\d\d$/;
const DAY_MS = 86_400_000;
/** Room that the calendar needs, in pixels. */
const WIDTH = 272;
const HEIGHT = 320;

const instantOf = (day: string) => Date.parse(`${day}T00:00:00Z`);
const dayOf = (instant: number) => new Date(instant).toISOString().slice(0, 10);
/** Days are days in Asia/Jakarta (SPEC §9). */
const today = () => dayOf(Date.now() + 7 * 3_600_000);
const isDay = (text: string) =>
  DAY.test(text) &&
  text >= FIRST_DAY &&
  !Number.isNaN(instantOf(text)) &&
  dayOf(instantOf(text)) === text;

/** A labeled date field in a toolbar, typed as `2026-11-21` or chosen from a calendar; '' for any. */
export function DayField({
  label,
  value,
  min,
  max,
  onValueChange,
}: {
  label: string;
  value: string;
  min?: string;
  max?: string;
  onValueChange: (day: string) => void;
}) {
  const id = useId();
  const [typed, setTyped] = useInputValue(value);
  return (
    <div className="field field-sm w-auto! max-sm:w-full!">
      <label htmlFor={id} className="text-muted-foreground whitespace-nowrap">
        {label}
      </label>
      <DayInput
        id={id}
        label={label}
        style={{ minWidth: 90 }}
        size={10}
        min={min}
        max={max}
        value={typed}
        onValueChange={(text) => {
          const day = text.trim();
          setTyped(day);
          if (day === '' || isDay(day)) onValueChange(day);
        }}
      />
    </div>
  );
}

type DayInputProps = Omit<ComponentProps<'input'>, 'min' | 'max' | 'value'> & {
  /** Names the calendar. */
  label: string;
  value: string;
  min?: string;
  max?: string;
  /** The text continues with a time, e.g. `2026-11-21 14:02`. */
  withTime?: boolean;
  /** @param text as typed, or from the calendar */
  onValueChange: (text: string) => void;
};

/** A date field of a form, whose text is validated by the form. */
export function DateField({
  help,
  error,
  aside,
  ...input
}: Omit<FieldShell, 'label'> & DayInputProps) {
  return (
    <Field label={input.label} help={help} error={error} aside={aside}>
      {(ids) => (
        <div className={cn('field', error && 'is-bad')}>
          <DayInput {...input} {...ids} />
        </div>
      )}
    </Field>
  );
}

function DayInput({ label, value, min, max, withTime, onValueChange, ...input }: DayInputProps) {
  const m = t(dayFieldMessages);
  const [open, setOpen] = useState<DOMRect>();
  const opener = useRef<HTMLButtonElement>(null);
  const day = value.slice(0, 10);
  const choose = (chosen: string) => {
    onValueChange(chosen && withTime ? `${chosen} ${value.slice(11) || '00:00'}` : chosen);
    setOpen(undefined);
  };
  return (
    <>
      <input
        {...input}
        {...(withTime ? {} : { inputMode: 'numeric' })}
        autoComplete="off"
        placeholder={withTime ? m.formatWithTime : m.format}
        maxLength={withTime ? 16 : 10}
        value={value}
        onChange={({ target }) => onValueChange(target.value)}
      />
      <button
        ref={opener}
        type="button"
        className="rounded-sm text-muted-foreground hover:text-foreground"
        aria-label={m.choose(label)}
        aria-haspopup="dialog"
        aria-expanded={open !== undefined}
        onClick={({ currentTarget }) =>
          setOpen(currentTarget.closest('.field')?.getBoundingClientRect())
        }
      >
        <CalendarDays className="ic ic-sm" />
      </button>
      {open && (
        <Dialog.Root open onOpenChange={() => setOpen(undefined)}>
          <Dialog.Portal>
            <Dialog.Overlay className="fixed inset-0 z-40" />
            <Dialog.Content
              className="fixed rounded-md border p-3"
              style={{
                width: WIDTH,
                zIndex: 41,
                background: 'var(--popover)',
                left: `max(8px, min(${open.left}px, 100vw - ${WIDTH + 8}px))`,
                ...verticalPlace(open),
                boxShadow: 'var(--shadow-dialog)',
              }}
              aria-describedby={undefined}
              onOpenAutoFocus={(event) => {
                event.preventDefault();
                focusCurrentDay(event.target as HTMLElement);
              }}
              onCloseAutoFocus={(event) => {
                event.preventDefault();
                opener.current?.focus();
              }}
            >
              <Dialog.Title className="sr-only">{m.choose(label)}</Dialog.Title>
              <Calendar
                value={isDay(day) ? day : ''}
                min={min || FIRST_DAY}
                max={max || '9999-12-31'}
                onChoose={choose}
              />
            </Dialog.Content>
          </Dialog.Portal>
        </Dialog.Root>
      )}
    </>
  );
}

/** Below the field, or above it if only that has room, so that the calendar does not cover the field. */
function verticalPlace({ top, bottom }: DOMRect): CSSProperties {
  const isBelow = bottom + HEIGHT + 12 <= window.innerHeight || top < HEIGHT + 12;
  return isBelow
    ? { top: `max(8px, min(${bottom + 4}px, 100vh - ${HEIGHT + 8}px))` }
    : { bottom: `calc(100vh - ${top - 4}px)` };
}

const focusCurrentDay = (calendar: HTMLElement) =>
  calendar.querySelector<HTMLElement>('[data-current]')?.focus();

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

function Calendar({
  value,
  min,
  max,
  onChoose,
}: {
  value: string;
  min: string;
  max: string;
  onChoose: (day: string) => void;
}) {
  const m = t(dayFieldMessages);
  const panel = useRef<HTMLDivElement>(null);
  /** The day that has or gets the focus; its month is shown. */
  const [current, setCurrent] = useState(value || today());
  useEffect(() => {
    if (panel.current) focusCurrentDay(panel.current);
  }, [current]);

  const [year, month] = current.split('-').map(Number) as [number, number];
  const first = Date.UTC(year, month - 1, 1);
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const moveMonth = (by: number) => setCurrent(dayOf(Date.UTC(year, month - 1 + by, 1)));
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    setCurrent(dayOf(instantOf(current) + step * DAY_MS));
  };
  const nameOf = (instant: number, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(currentLanguage(), { ...options, timeZone: 'UTC' }).format(instant);
  return (
    <div ref={panel} onKeyDown={onKeyDown}>
      <div className="flex items-center gap-1 mb-2">
        <p className="flex-1 font-[560]" aria-live="polite">
          {nameOf(first, { month: 'long', year: 'numeric' })}
        </p>
        <Button
          size="sm"
          variant="ghost"
          icon
          aria-label={m.previous}
          onClick={() => moveMonth(-1)}
        >
          <ChevronLeft className="ic ic-sm" />
        </Button>
        <Button size="sm" variant="ghost" icon aria-label={m.next} onClick={() => moveMonth(1)}>
          <ChevronRight className="ic ic-sm" />
        </Button>
      </div>
      <div
        className="grid gap-0.5 text-center text-sm num"
        style={{ gridTemplateColumns: 'repeat(7, 1fr)' }}
      >
        {Array.from({ length: 7 }, (_, i) => (
          <span key={i} className="text-xs text-muted-foreground" aria-hidden>
            {/* 1 January 2024 was a Monday. */}
            {nameOf(Date.UTC(2024, 0, 1 + i), { weekday: 'short' })}
          </span>
        ))}
        {Array.from({ length: days }, (_, i) => {
          const day = dayOf(first + i * DAY_MS);
          return (
            <button
              key={day}
              type="button"
              data-current={day === current || undefined}
              tabIndex={day === current ? 0 : -1}
              className={cn(
                'h-8 rounded-sm hover:bg-accent',
                (day < min || day > max) && 'opacity-60',
                day === value && 'is-chosen',
                day === today() && 'font-[640]',
              )}
              style={
                i === 0 ? { gridColumnStart: ((new Date(first).getUTCDay() + 6) % 7) + 1 } : {}
              }
              aria-label={formatDay(`${day}T00:00:00+07:00`)}
              aria-pressed={day === value}
              aria-current={day === today() ? 'date' : undefined}
              disabled={day < min || day > max}
              onClick={() => onChoose(day)}
            >
              {i + 1}
            </button>
          );
        })}
      </div>
      <div className="flex justify-between mt-2">
        <Button size="sm" variant="ghost" onClick={() => onChoose('')}>
          {m.clear}
        </Button>
        <Button size="sm" variant="ghost" onClick={() => onChoose(today())}>
          {m.today}
        </Button>
      </div>
    </div>
  );
}
