import { RefreshCw, RotateCcw } from 'lucide-react';
import { useId, useRef } from 'react';
import { Button } from '@/components/ui/button.js';
import { cn } from '@/components/ui/class-names.js';
import { Skeleton } from '@/components/ui/feedback/skeleton.js';
import { FieldNote } from '@/components/ui/form/field.js';
import { t } from '@/messages/i18n.js';
import { captchaMessages } from '@/messages/account/captcha.js';
import { commonMessages } from '@/messages/common.js';
import type { Captcha } from './use-captcha.js';

/** The question, its answer (digits only) and a refresh button. `required` is the error for a missing answer. */
export function CaptchaField({ captcha, required }: { captcha: Captcha; required: string }) {
  const m = t(captchaMessages);
  const id = useId();
  const error = captcha.missing ? required : undefined;
  // The Retry button disappears, so its replacement receives the focus.
  const retried = useRef(false);
  const takeFocus = (element: HTMLElement | null) => {
    if (retried.current) element?.focus();
    if (element) retried.current = false;
  };

  if (captcha.error) {
    const retry = () => {
      retried.current = true;
      captcha.refresh();
    };
    return <CaptchaFailure problem={captcha.error} retryRef={takeFocus} onRetry={retry} />;
  }
  return (
    <div>
      <label className="label" htmlFor={id}>
        {m.label}
      </label>
      <div className="flex gap-2">
        <div
          id={`${id}-question`}
          className="flex items-center justify-between gap-2 h-10 max-sm:h-11 pl-3.5 pr-1 rounded-md border bg-muted min-w-[150px]"
        >
          {captcha.challenge ? (
            // If keys were missing, React would reuse the element, and the browser would report a layout shift.
            <span key="question" className="mono text-base!">
              {captcha.challenge.question}
            </span>
          ) : (
            <span key="loading" role="status" aria-label={m.loading}>
              <Skeleton className="h-3 w-20" />
            </span>
          )}
          <Button
            variant="ghost"
            size="sm"
            icon
            aria-label={m.refresh}
            title={m.refresh}
            busy={captcha.loading}
            onClick={captcha.refresh}
          >
            <RefreshCw className="ic ic-sm" />
          </Button>
        </div>
        <div className={cn('field', error && 'is-bad')}>
          <input
            ref={takeFocus}
            id={id}
            inputMode="numeric"
            autoComplete="off"
            maxLength={12}
            placeholder={m.answer}
            value={captcha.answer}
            onChange={(event) => captcha.setAnswer(event.target.value)}
            aria-describedby={`${id}-question${error ? ` ${id}-note` : ''}`}
            aria-invalid={error ? true : undefined}
          />
        </div>
      </div>
      <FieldNote id={`${id}-note`} error={error} />
      {captcha.challenge && <Honeypot name={captcha.challenge.honeypotField} captcha={captcha} />}
    </div>
  );
}

function CaptchaFailure({
  problem,
  retryRef,
  onRetry,
}: {
  problem: string;
  retryRef: (button: HTMLButtonElement | null) => void;
  onRetry: () => void;
}) {
  const m = t(captchaMessages);
  return (
    <div role="group" aria-label={m.label}>
      <p className="label" aria-hidden>
        {m.label}
      </p>
      <div className="note t-danger items-center">
        <div className="flex-1 min-w-0">
          <p className="font-[580]">{m.failed}</p>
          <p className="text-muted-foreground" lang="id">
            {problem}
          </p>
        </div>
        <Button ref={retryRef} size="sm" onClick={onRetry}>
          <RotateCcw className="ic ic-sm" />
          {t(commonMessages).retry}
        </Button>
      </div>
    </div>
  );
}

/** Honeypot: invisible to people and filled in by bots. It must arrive empty. */
function Honeypot({ name, captcha }: { name: string; captcha: Captcha }) {
  return (
    <div aria-hidden="true" className="absolute -left-[9999px] size-px overflow-hidden">
      <input
        type="text"
        name={name}
        tabIndex={-1}
        autoComplete="off"
        aria-label={name}
        value={captcha.honeypot}
        onChange={(event) => captcha.setHoneypot(event.target.value)}
      />
    </div>
  );
}
