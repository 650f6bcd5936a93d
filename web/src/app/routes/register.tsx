import { AccountLayout } from '@/components/layout/account-layout.js';
import { RegisterForm } from '@/features/auth/components/register-form.js';
import { t } from '@/messages/i18n.js';
import { authMessages } from '@/messages/account/auth.js';

export default function RegisterRoute() {
  return (
    <AccountLayout title={t(authMessages).register.title}>
      <RegisterForm />
    </AccountLayout>
  );
}
