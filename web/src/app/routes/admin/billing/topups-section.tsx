import { SectionHead } from '@/components/ui/section-head.js';
import { ReviewQueue } from '@/features/billing/admin/review-queue.js';
import { Topups } from '@/features/billing/admin/topups.js';
import { PersonFilter } from '@/features/security/audit/person-filter.js';
import { useOpenUser } from '@/features/users/open-user.js';
import { t } from '@/messages/i18n.js';
import { adminTopupMessages } from '@/messages/admin/billing/admin-topups.js';
import { adminMessages } from '@/messages/admin/admin.js';

export default function TopupsSection() {
  const openUser = useOpenUser();
  return (
    <>
      <SectionHead title={t(adminMessages).sections.topups} />
      <ReviewQueue onUser={openUser} />
      <Topups
        onUser={openUser}
        personFilter={(person, onPerson) => (
          <PersonFilter
            label={t(adminTopupMessages).username}
            person={person}
            onPerson={onPerson}
          />
        )}
      />
    </>
  );
}
