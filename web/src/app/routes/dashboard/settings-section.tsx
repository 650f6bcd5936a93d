import type { User } from '@casement/proto/http/auth.js';
import { ProfileForm } from '../../../features/account/components/profile-form.js';
import { say } from '../../../lib/messages.js';
import { dashboardTexts } from '../../../messages/dashboard.js';

export default function SettingsSection({ user }: { user: User }) {
  const { sections, profile } = say(dashboardTexts);
  return (
    <>
      <h1 className="text-2xl">{sections.settings}</h1>
      <p className="text-muted-foreground mt-1 mb-5">{profile.lead}</p>
      <ProfileForm user={user} />
    </>
  );
}
