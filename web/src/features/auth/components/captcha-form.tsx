import type { ReactNode } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { Button } from '@/components/ui/button.js';
import { FieldNote } from '@/components/ui/form/field.js';
import { showProblems } from '@/lib/form/form.js';
import { prefetchRules } from '@/lib/form/load-rules.js';
import { t } from '@/messages/i18n.js';
import { toastFailure } from '@/lib/toast/toast-failure.js';
import { toast } from '@/lib/toast/toast.js';
import { captchaMessages } from '@/messages/account/captcha.js';
import { CaptchaField } from '../captcha/captcha-field.js';
import type { Captcha, CaptchaProof } from '../captcha/use-captcha.js';

/**
 * Stands in for the CAPTCHA while the form's own fields are validated; the CAPTCHA reports its own errors (SPEC §5).
 */
export const CAPTCHA_PLACEHOLDER = { captchaId: '-', captchaAnswer: '0' };

interface CaptchaFormProps<T extends FieldValues> {
  form: UseFormReturn<T>;
  captcha: Captcha;
  /**
   * Sends the form. If it rejects, the error is shown, also at its fields, and a new question is loaded (SPEC §8).
   */
  send: (values: T, proof: CaptchaProof) => Promise<void>;
  /** Title of the failure toast, and its text if the server's response has none. */
  texts: { failed: string; failedHelp: string };
  /** Failure shown in the form after the toast is gone. */
  error?: string | null;
  /** Button text. Omitted if the button is elsewhere and refers to the form by `id`. */
  submit?: string;
  id?: string;
  /** Error shown at a missing answer instead of a toast. */
  captchaRequired?: string;
  children: ReactNode;
}

export function CaptchaForm<T extends FieldValues>(props: CaptchaFormProps<T>) {
  const { form, captcha, texts, captchaRequired } = props;
  const m = t(captchaMessages);

  const submit = async (values: T) => {
    const proof = captcha.getProof();
    if (!proof) {
      if (captchaRequired) return;
      return toast({ title: m.requiredTitle, description: m.required, tone: 'destructive' });
    }
    try {
      await props.send(values, proof);
    } catch (error) {
      showProblems(error, Object.keys(values) as Path<T>[], form.setError);
      toastFailure(texts.failed, error, texts.failedHelp);
      captcha.reset();
    }
  };

  return (
    <form
      id={props.id}
      noValidate
      className="grid grid-cols-1 gap-4"
      onFocus={prefetchRules}
      onSubmit={(event) => void form.handleSubmit(submit, () => void captcha.getProof())(event)}
    >
      {props.children}
      <CaptchaField captcha={captcha} required={captchaRequired ?? m.required} />
      {props.submit && (
        <div>
          <Button
            type="submit"
            variant="primary"
            size="lg"
            className="w-full mt-1"
            busy={form.formState.isSubmitting}
          >
            {props.submit}
          </Button>
          <FieldNote error={props.error ?? undefined} />
        </div>
      )}
    </form>
  );
}
