import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { cn } from '@/components/ui/class-names.js';
import { logout } from '@/lib/session/session.js';

/** Sign-out button for the bottom of a sidebar. */
export function SignOutLink({ label, rail }: { label: string; rail?: boolean }) {
  const [signingOut, setSigningOut] = useState(false);
  return (
    <button
      type="button"
      className={cn('navlink', rail && 'rail')}
      title={label}
      disabled={signingOut}
      onClick={() => {
        setSigningOut(true);
        void logout();
      }}
    >
      <LogOut className="ic" />
      <span>{label}</span>
    </button>
  );
}
