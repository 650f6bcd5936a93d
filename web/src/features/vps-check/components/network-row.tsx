import type { VpsCheck } from '@casement/proto/http/install/vps-checks.js';
import { Button } from '@/components/ui/button.js';
import { DetailRow } from '@/components/ui/detail-row.js';
import { t } from '@/messages/i18n.js';
import { vpsCheckMessages } from '@/messages/install/vps-check.js';

/** Network that Windows will get, with a button that opens the form's settings for it. */
export function NetworkRow({
  network: { dhcp, addresses, gateway, dns, ipv6 },
  onEdit,
}: {
  network: NonNullable<VpsCheck['windows_network']>;
  onEdit?: () => void;
}) {
  const { network: m } = t(vpsCheckMessages);
  const lines = [
    dhcp ? m.byDhcp(addresses.join(', ')) : addresses.join(', '),
    m.gateway(gateway),
    dns ? m.dns(dns.join(', ')) : m.dnsByDhcp,
    ...(ipv6 === null ? [] : [ipv6 ? m.ipv6On : m.ipv6Off]),
  ];
  return (
    <DetailRow
      term={m.title}
      plain
      value={
        <span className="block py-2">
          {lines.map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
        </span>
      }
    >
      {onEdit && <EditNetworkButton onClick={onEdit} />}
    </DetailRow>
  );
}

export function EditNetworkButton({ onClick }: { onClick: () => void }) {
  const { network: m } = t(vpsCheckMessages);
  return (
    <Button size="sm" aria-label={m.editLabel} onClick={onClick}>
      {m.edit}
    </Button>
  );
}
