import type { User } from '@casement/proto/http/auth/users.js';
import {
  Bell,
  FileTerminal,
  Fingerprint,
  Globe,
  KeyRound,
  Send,
  ShieldCheck,
  SquareTerminal,
  UserRound,
  Webhook,
  type LucideIcon,
} from 'lucide-react';
import { Suspense } from 'react';
import { cn } from '@/components/ui/class-names.js';
import { RowsSkeleton } from '@/components/ui/feedback/skeleton.js';
import { DataExport } from '@/features/account/components/data-export.js';
import { DeleteAccount } from '@/features/account/components/delete-account.js';
import { PasswordForm } from '@/features/account/components/password-form.js';
import { ProfileForm } from '@/features/account/components/profile-form.js';
import { Sessions } from '@/features/account/components/sessions.js';
import { ApiKeys } from '@/features/api-keys/api-keys.js';
import { t } from '@/messages/i18n.js';
import { LazyRegion } from '@/components/ui/feedback/lazy-region.js';
import { lazyComponent } from '@/lib/lazy-component.js';
import { useHistoryState } from '@/lib/navigation/history-state.js';
import { settingsMessages } from '@/messages/account/settings.js';
import { commonMessages } from '@/messages/common.js';
import { TelegramSettings } from './telegram-settings.js';

type Tab =
  | 'profile'
  | 'preferences'
  | 'password'
  | 'two-factor'
  | 'access'
  | 'telegram'
  | 'notifications'
  | 'api-keys'
  | 'scripts'
  | 'webhooks';

const TABS: { name: Tab; icon: LucideIcon }[] = [
  { name: 'profile', icon: UserRound },
  { name: 'preferences', icon: Globe },
  { name: 'password', icon: KeyRound },
  { name: 'two-factor', icon: Fingerprint },
  { name: 'telegram', icon: Send },
  { name: 'notifications', icon: Bell },
  { name: 'api-keys', icon: SquareTerminal },
  { name: 'scripts', icon: FileTerminal },
  { name: 'webhooks', icon: Webhook },
  { name: 'access', icon: ShieldCheck },
];

const BuyerForm = lazyComponent(() => import('@/features/receipts/components/buyer-form.js'));
const AllReceipts = lazyComponent(() => import('@/features/receipts/components/all-receipts.js'));
const AccessPart = lazyComponent(() => import('./access-part.js'));
const OwnTwoFactor = lazyComponent(
  () => import('@/features/two-factor/components/own-two-factor.js'),
);
const Preferences = lazyComponent(() => import('@/features/account/components/preferences.js'));
const NotificationSettings = lazyComponent(() => import('./notification-settings.js'));
const ScriptList = lazyComponent(() => import('@/features/scripts/script-list.js'));
const Webhooks = lazyComponent(() => import('@/features/webhooks/webhooks.js'));

/** SPEC §2: settings with sub-sections, which are not in the URL either. */
export default function SettingsSection({ user }: { user: User }) {
  const m = t(settingsMessages);
  const [shown, setShown] = useHistoryState<Tab>('part', 'profile');
  return (
    <>
      <h1 className="text-2xl">{m.title}</h1>
      <p className="text-muted-foreground mt-1 mb-5">{m.lead}</p>
      <div className="grid grid-cols-1 gap-5 md:grid-cols-[180px_minmax(0,560px)] items-start">
        <nav className="flex flex-wrap md:flex-col gap-1" aria-label={m.title}>
          {TABS.map(({ name, icon: Icon }) => (
            <button
              key={name}
              type="button"
              className={cn(
                'navlink max-md:justify-center max-md:whitespace-nowrap max-sm:px-1! max-sm:w-auto! max-sm:flex-auto',
                name === shown && 'on',
              )}
              aria-current={name === shown ? 'true' : undefined}
              onClick={() => {
                if (name !== shown) setShown(name, { push: true });
              }}
            >
              <Icon className="ic max-sm:hidden" />
              {m.parts[name]}
            </button>
          ))}
        </nav>
        <div>
          {shown === 'profile' && (
            <>
              <ProfileForm user={user} />
              <LazyRegion
                of={BuyerForm}
                loading={<RowsSkeleton label={t(commonMessages).loading} rows={3} />}
              >
                <BuyerForm />
              </LazyRegion>
              <DataExport />
              <DeleteAccount
                user={user}
                before={
                  <LazyRegion of={AllReceipts}>
                    <AllReceipts />
                  </LazyRegion>
                }
              />
            </>
          )}
          {shown === 'preferences' && (
            <Suspense fallback={<RowsSkeleton label={t(commonMessages).loading} rows={2} />}>
              <Preferences user={user} />
            </Suspense>
          )}
          {shown === 'password' && (
            <>
              <PasswordForm />
              <Sessions />
            </>
          )}
          {shown === 'two-factor' && (
            <Suspense fallback={<RowsSkeleton label={t(commonMessages).loading} rows={3} />}>
              <OwnTwoFactor />
            </Suspense>
          )}
          {shown === 'access' && (
            <Suspense fallback={<RowsSkeleton label={t(commonMessages).loading} rows={4} />}>
              <AccessPart onManage={(part) => setShown(part, { push: true })} />
            </Suspense>
          )}
          {shown === 'telegram' && <TelegramSettings />}
          {shown === 'notifications' && (
            <Suspense fallback={<RowsSkeleton label={t(commonMessages).loading} rows={4} />}>
              <NotificationSettings onConnect={() => setShown('telegram', { push: true })} />
            </Suspense>
          )}
          {shown === 'api-keys' && <ApiKeys admin={user.admin === 1} />}
          {shown === 'scripts' && (
            <Suspense fallback={<RowsSkeleton label={t(commonMessages).loading} rows={2} />}>
              <ScriptList />
            </Suspense>
          )}
          {shown === 'webhooks' && (
            <Suspense fallback={<RowsSkeleton label={t(commonMessages).loading} rows={2} />}>
              <Webhooks />
            </Suspense>
          )}
        </div>
      </div>
    </>
  );
}
