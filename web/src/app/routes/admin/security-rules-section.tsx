import { SectionHead } from '@/components/ui/section-head.js';
import { Allowlist } from '@/features/security/components/allowlist.js';
import { RulesTable } from '@/features/security/components/rules-table.js';
import { say } from '@/lib/messages.js';
import { adminTexts } from '@/messages/admin.js';

export default function SecurityRulesSection() {
  return (
    <>
      <SectionHead title={say(adminTexts).sections['security-rules']} />
      <div className="grid gap-4">
        <RulesTable />
        <Allowlist />
      </div>
    </>
  );
}
