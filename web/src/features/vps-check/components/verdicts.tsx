import type { VpsCheck } from '@casement/proto/http/install/vps-checks.js';
import { CircleCheck, MonitorPlay } from 'lucide-react';
import { Button } from '@/components/ui/button.js';
import { Note } from '@/components/ui/note.js';
import { formatRate } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { vpsCheckMessages } from '@/messages/install/vps-check.js';
import { installTime } from '../install-time.js';

export function PassedNote({ check }: { check: VpsCheck }) {
  const m = t(vpsCheckMessages);
  const { rate } = check;
  const time = installTime(check);
  return (
    <Note tone="success" icon={CircleCheck}>
      <b className="font-[600]">{m.passed(check.ip)}</b>{' '}
      {rate === null || time === null ? m.noVersion : m.speed(formatRate(rate), time)}
    </Note>
  );
}

/** Passed check of a customer with quota: the next step is to submit the install form. */
export function InstallVerdict({ check, form }: { check: VpsCheck; form: string }) {
  return (
    <>
      <PassedNote check={check} />
      <Button type="submit" form={form} variant="primary" size="lg" className="w-full">
        <MonitorPlay className="ic" />
        {t(vpsCheckMessages).installOn(check.ip)}
      </Button>
    </>
  );
}

/** Passed check of a customer without quota. `onBuy` is omitted while no version is installable. */
export function BuyVerdict({
  check,
  price,
  onBuy,
}: {
  check: VpsCheck;
  /** Formatted price of 1 quota; null if unknown. */
  price: string | null;
  onBuy: (() => void) | undefined;
}) {
  const { card: m } = t(vpsCheckMessages);
  const { ip, win_name } = check;
  const time = installTime(check);
  return (
    <>
      <Note tone="success" icon={CircleCheck}>
        <b className="font-[600]">{time ? m.ready(time) : m.readyUntimed}</b>{' '}
        {win_name ? m.readyFor(ip, win_name) : m.readyWithout(ip)}
      </Note>
      {onBuy && (
        <>
          <Button variant="primary" size="lg" className="w-full" onClick={onBuy}>
            {price ? m.buy(price) : m.buyUnpriced}
          </Button>
          <p className="text-xs text-muted-foreground">{m.afterwards}</p>
        </>
      )}
    </>
  );
}
