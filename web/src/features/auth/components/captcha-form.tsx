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

/** Stands in for the CAPTCHA while a form's own fields are checked: it answers for itself (SPEC §5). */
export const CAPTCHA_ASIDE = { captchaId: '-', captchaAnswer: '0' };

interface CaptchaFormProps<T extends FieldValues> {
  form: UseFormReturn<T>;
  captcha: Captcha;
  /** What it throws is told, beside the fields too, and a new question is asked (SPEC §8). */
  send: (values: T, proof: CaptchaProof) => Promise<void>;
  /** The failure's toast; the second text is for when the server says nothing. */
  texts: { failed: string; failedHelp: string };
  /** The failure as it stays in the form when the toast is gone. */
  error?: string | null;
  /** The button. Left out where it stands elsewhere and names the form by `id`. */
  submit?: string;
  id?: string;
  /** Said beside an answer that is missing, instead of a toast. */
  captchaRequired?: string;
  children: ReactNode;
}

/** The fields of a form that people have to fill in themselves, with the CAPTCHA after them. */
export function CaptchaForm<T extends FieldValues>(props: CaptchaFormProps<T>) {
  const { form, captcha, texts, captchaRequired } = props;
  const m = t(captchaMessages);

  const submit = async (values: T) => {
    const proof = captcha.prove();
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
      onSubmit={(event) => void form.handleSubmit(submit, () => void captcha.prove())(event)}
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
