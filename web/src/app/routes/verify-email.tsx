import { AccountLayout } from '../../components/layout/account-layout.js';
import { ButtonLink } from '../../components/ui/button.js';
import { PageSpinner } from '../../components/ui/page-spinner.js';
import { paths } from '../../config/paths.js';
import { VerifyEmailForm } from '../../features/auth/components/verify-email-form.js';
import { say } from '../../lib/messages.js';
import { useSession } from '../../lib/session.js';
import { authTexts } from '../../messages/auth.js';
import { commonTexts } from '../../messages/common.js';

/** /verify-email is public, but the code belongs to an account: a visitor is asked to sign in. */
export default function VerifyEmailRoute() {
  const { verify: m } = say(authTexts);
  const { user, isLoading } = useSession();
  if (isLoading) return <PageSpinner label={say(commonTexts).loading} />;
  return (
    <AccountLayout title={m.title}>
      {!user ? (
        <Notice title={m.signInFirst} help={m.signInFirstHelp} to={paths.login} action={m.signIn} />
      ) : user.is_verified ? (
        <Notice
          title={m.already}
          help={m.alreadyHelp}
          to={paths.dashboard}
          action={m.toDashboard}
        />
      ) : (
        <VerifyEmailForm user={user} />
      )}
    </AccountLayout>
  );
}

function Notice(props: { title: string; help: string; to: string; action: string }) {
  return (
    <>
      <h1 className="text-2xl">{props.title}</h1>
      <p className="text-muted-foreground mt-1 mb-6">{props.help}</p>
      <ButtonLink variant="primary" size="lg" className="w-full" to={props.to}>
        {props.action}
      </ButtonLink>
    </>
  );
}
