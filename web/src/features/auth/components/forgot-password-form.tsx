import type { ForgotPasswordRequest } from '@casement/proto/http/auth/passwords.js';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { TextField } from '@/components/ui/form/field.js';
import { paths } from '@/config/paths.js';
import { schemaResolver } from '@/lib/form/form.js';
import { loadRules } from '@/lib/form/load-rules.js';
import { useDraft } from '@/lib/form/use-draft.js';
import { t } from '@/messages/i18n.js';
import { recoveryMessages } from '@/messages/admin/security/recovery.js';
import { commonMessages } from '@/messages/common.js';
import { forgotPassword } from '../api.js';
import { useCaptcha } from '../captcha/use-captcha.js';
import { CAPTCHA_PLACEHOLDER, CaptchaForm } from './captcha-form.js';
import { ScreenHead } from './screen-head.js';

type ForgotValues = Pick<ForgotPasswordRequest, 'email'>;

const resolver = schemaResolver<ForgotValues>(
  async () => (await loadRules()).forgotPasswordRequest,
  CAPTCHA_PLACEHOLDER,
);

/** Requests the reset link. The response does not reveal whether the address is known. */
export function ForgotPasswordForm({ onSent }: { onSent: () => void }) {
  const { forgot: m, backToSignIn } = t(recoveryMessages);
  const captcha = useCaptcha();
  const form = useForm<ForgotValues>({
    resolver,
    mode: 'onTouched',
    defaultValues: { email: '' },
  });
  useDraft('forgot-password', form, ['email'], { closes: true });
  return (
    <>
      <ScreenHead title={m.title} lead={m.lead} />
      <CaptchaForm
        form={form}
        captcha={captcha}
        texts={{ failed: m.failed, failedHelp: t(commonMessages).pleaseTryAgain }}
        submit={m.submit}
        send={async (values, proof) => {
          await forgotPassword({ ...values, ...proof });
          onSent();
        }}
      >
        <TextField
          label={m.email}
          type="email"
          error={form.formState.errors.email?.message}
          autoComplete="email"
          autoFocus
          {...form.register('email')}
        />
      </CaptchaForm>
      <p className="text-sm text-center mt-5">
        <Link className="link" to={paths.login}>
          {backToSignIn}
        </Link>
      </p>
    </>
  );
}
