import { SectionHead } from '@/components/ui/section-head.js';
import { Allowlist } from '@/features/security/allowlist/allowlist.js';
import { RulesTable } from '@/features/security/rules/rules-table.js';
import { t } from '@/messages/i18n.js';
import { adminMessages } from '@/messages/admin/admin.js';

export default function SecurityRulesSection() {
  return (
    <>
      <SectionHead title={t(adminMessages).sections['security-rules']} />
      <div className="grid gap-4">
        <RulesTable />
        <Allowlist />
      </div>
    </>
  );
}
