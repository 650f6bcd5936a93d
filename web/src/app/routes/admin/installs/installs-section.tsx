import InstallsOfAllUsers from '@/features/installs/admin/installs.js';
import { useOpenUser } from '@/features/users/open-user.js';

export default function InstallsSection() {
  return <InstallsOfAllUsers onUser={useOpenUser()} />;
}
