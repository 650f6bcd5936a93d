import type { AddEmailRequest } from '@casement/proto/http/auth/email-addresses.js';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { Button } from '@/components/ui/button.js';
import { Dialog } from '@/components/ui/dialog/dialog.js';
import { TextField } from '@/components/ui/form/field.js';
import { paths } from '@/config/paths.js';
import { schemaResolver } from '@/lib/form/form.js';
import { loadRules } from '@/lib/form/load-rules.js';
import { useDraft } from '@/lib/form/use-draft.js';
import { t } from '@/messages/i18n.js';
import { updateUser } from '@/lib/session/session.js';
import { verificationMessages } from '@/messages/account/verification.js';
import { commonMessages } from '@/messages/common.js';
import { addEmail } from '../api.js';
import { useCaptcha } from '../captcha/use-captcha.js';
import { CAPTCHA_PLACEHOLDER, CaptchaForm } from './captcha-form.js';

type AddEmailValues = Pick<AddEmailRequest, 'email'>;

const resolver = schemaResolver<AddEmailValues>(
  async () => (await loadRules()).addEmailRequest,
  CAPTCHA_PLACEHOLDER,
);

/** Asks users without an address to add one. Without `onClose` that is the only way to leave the dialog (SPEC §2). */
export default function AddEmailDialog({ onClose }: { onClose?: () => void }) {
  const { addEmail: m } = t(verificationMessages);
  const id = useId();
  const navigate = useNavigate();
  const captcha = useCaptcha();
  const form = useForm<AddEmailValues>({
    resolver,
    mode: 'onTouched',
    defaultValues: { email: '' },
  });
  useDraft('add-email', form, ['email'], { closes: true });
  const { errors, isSubmitting } = form.formState;

  return (
    <Dialog
      locked={!onClose}
      onClose={onClose}
      width={440}
      title={m.title}
      description={m.lead}
      footer={
        <>
          {onClose && <Button onClick={onClose}>{t(commonMessages).cancel}</Button>}
          <Button type="submit" variant="primary" form={id} busy={isSubmitting}>
            {m.submit}
          </Button>
        </>
      }
    >
      <CaptchaForm
        id={id}
        form={form}
        captcha={captcha}
        texts={m}
        captchaRequired={m.captchaRequired}
        send={async (values, proof) => {
          const { user } = await addEmail({ ...values, ...proof });
          if (onClose) {
            updateUser(user);
            await navigate(paths.verifyEmail);
          } else {
            // Without `onClose` the dialog is on /login, whose route guard then redirects to this path.
            updateUser(user, paths.verifyEmail);
          }
        }}
      >
        <TextField
          label={m.email}
          type="email"
          error={errors.email?.message}
          autoComplete="email"
          {...form.register('email')}
        />
      </CaptchaForm>
    </Dialog>
  );
}
