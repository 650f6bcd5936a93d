import { type LucideIcon, CircleCheck, KeyRound, MailPlus } from 'lucide-react';
import { Suspense } from 'react';
import { Navigate, useLocation, useSearchParams } from 'react-router-dom';
import { AccountLayout } from '@/components/layout/account-layout.js';
import { ButtonLink } from '@/components/ui/button.js';
import { PageSpinner } from '@/components/ui/feedback/page-spinner.js';
import { paths } from '@/config/paths.js';
import { usePublicConfig } from '@/config/public-config.js';
import { MigrationLink } from '@/features/auth/components/migration-link.js';
import { ScreenHead } from '@/features/auth/components/screen-head.js';
import { VerifyEmailForm } from '@/features/auth/components/verify-email-form.js';
import { lazyComponent } from '@/lib/lazy-component.js';
import { t } from '@/messages/i18n.js';
import { useSession } from '@/lib/session/session.js';
import { verificationMessages } from '@/messages/account/verification.js';
import { commonMessages } from '@/messages/common.js';
import { loginRedirectState } from '../guards.js';
import type { LoginState } from '../login-state.js';

const AccountLink = lazyComponent(() => import('@/features/auth/components/account-link.js'));

/** /verify-email is public, but code and link belong to an account. Visitors are asked to sign in and then return. */
export default function VerifyEmailRoute() {
  const m = t(verificationMessages);
  const session = useSession();
  const { user, isLoading } = session;
  const { supportEmail } = usePublicConfig();
  const location = useLocation();
  const query = useSearchParams()[0];
  const token = query.get('token');
  const undo = query.get('undo');
  const accountToken = undo ?? query.get('cancel-recovery');
  if (accountToken) {
    return (
      <AccountLayout title={m.title}>
        <Suspense fallback={null}>
          <AccountLink action={undo ? 'undo' : 'cancel'} token={accountToken} />
        </Suspense>
      </AccountLayout>
    );
  }
  if (isLoading) return <PageSpinner label={t(commonMessages).loading} />;

  const next = location.pathname + location.search;
  if (session.expired) {
    const state: LoginState = { next, ...loginRedirectState(location, session) };
    return <Navigate to={paths.login} state={state} replace />;
  }

  const face = () => {
    if (!user) {
      const state: LoginState = { next };
      return (
        <Notice
          icon={KeyRound}
          title={m.signInFirst}
          help={m.signInFirstHelp}
          to={paths.login}
          state={state}
          action={m.signIn}
        />
      );
    }
    if (user.is_verified) {
      return (
        <Notice
          icon={CircleCheck}
          title={m.already}
          help={m.alreadyHelp}
          to={paths.dashboard}
          action={m.toDashboard}
        />
      );
    }
    if (token) return <MigrationLink token={token} />;
    if (user.email?.trim()) return <VerifyEmailForm email={user.email} />;
    return (
      <Notice
        icon={MailPlus}
        title={m.addEmailFirst}
        help={m.addEmailFirstHelp}
        to={paths.login}
        action={m.addEmail.title}
      />
    );
  };

  return (
    <AccountLayout title={m.title}>
      {face()}
      {supportEmail && (
        <p className="text-sm text-muted-foreground text-center mt-5 pt-4 border-t">
          {m.needHelp}{' '}
          <a className="link" href={`mailto:${supportEmail}`}>
            {m.support}
          </a>
        </p>
      )}
    </AccountLayout>
  );
}

function Notice(props: {
  icon: LucideIcon;
  title: string;
  help: string;
  to: string;
  state?: LoginState;
  action: string;
}) {
  return (
    <>
      <ScreenHead icon={props.icon} title={props.title} lead={props.help} focused />
      <ButtonLink variant="primary" size="lg" className="w-full" to={props.to} state={props.state}>
        {props.action}
      </ButtonLink>
    </>
  );
}
