import { AccountLayout } from '@/components/layout/account-layout.js';
import { RegisterForm } from '@/features/auth/components/register-form.js';
import { say } from '@/lib/messages.js';
import { authTexts } from '@/messages/auth.js';

export default function RegisterRoute() {
  return (
    <AccountLayout title={say(authTexts).register.title}>
      <RegisterForm />
    </AccountLayout>
  );
}
