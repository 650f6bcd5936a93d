import { useState, type ReactNode } from 'react';
import { Button } from '@/components/ui/button.js';
import { CommandLine } from '@/components/ui/command-line.js';
import { LazyRegion } from '@/components/ui/feedback/lazy-region.js';
import { Skeleton } from '@/components/ui/feedback/skeleton.js';
import { t } from '@/messages/i18n.js';
import { lazyComponent } from '@/lib/lazy-component.js';
import { detectPlatform, PLATFORMS, type Platform } from '@/lib/platform.js';
import { connectMessages } from '@/messages/install/connect.js';
import { mstsc, QR_SIZE, rdpUri, xfreerdp, type RdpTarget } from './rdp-target.js';

const RdpQr = lazyComponent(() => import('./rdp-qr.js'));

/** Short instructions for each platform, starting with the reader's own. */
export function ConnectSteps({ target, file }: { target: RdpTarget; file: string }) {
  const m = t(connectMessages);
  const [own] = useState(detectPlatform);
  const [shown, setShown] = useState<Platform>(own);
  const platforms = [own, ...PLATFORMS.filter((platform) => platform !== own)];
  return (
    <section aria-labelledby="connect-steps" className="mt-5">
      <h3 id="connect-steps" className="text-base font-[600]">
        {m.how}
      </h3>
      <div className="flex flex-wrap gap-1 mt-2" role="group" aria-labelledby="connect-steps">
        {platforms.map((platform) => (
          <Button
            key={platform}
            size="sm"
            variant={platform === shown ? 'outline' : 'ghost'}
            className={platform === shown ? 'is-chosen' : undefined}
            aria-pressed={platform === shown}
            onClick={() => setShown(platform)}
          >
            {m.platforms[platform]}
          </Button>
        ))}
      </div>
      <ol className="grid gap-2 mt-3 list-decimal pl-5 text-sm marker:text-muted-foreground marker:font-[560]">
        <Steps platform={shown} own={shown === own} target={target} file={file} />
        <li>{m.steps.signIn(target.account)}</li>
      </ol>
      {(shown === 'ios' || shown === 'android') && shown !== own && (
        <PhoneQr key={shown} target={target} />
      )}
    </section>
  );
}

function Steps({
  platform,
  own,
  target,
  file,
}: {
  platform: Platform;
  own: boolean;
  target: RdpTarget;
  file: string;
}) {
  const { steps: m, command } = t(connectMessages);
  const list = (...steps: ReactNode[]) => steps.map((step, i) => <li key={i}>{step}</li>);
  switch (platform) {
    case 'windows':
      return list(
        <>
          {m.windows.first(file)}
          <CommandLine command={mstsc(target)} label={command} />
        </>,
        m.windows.second,
      );
    case 'macos':
      return list(m.macos.first, m.macos.second(file));
    case 'ios':
    case 'android':
      return list(
        m[platform].first,
        own ? m.phone.tap(target.address) : m.phone.scan(target.address),
      );
    case 'linux':
      return list(
        m.linux.first,
        <>
          {m.linux.second}
          <CommandLine command={xfreerdp(target)} label={command} />
        </>,
      );
  }
}

/** A QR code for the camera of another device, because a phone cannot scan its own screen. */
function PhoneQr({ target }: { target: RdpTarget }) {
  const m = t(connectMessages);
  return (
    <div className="flex flex-wrap items-center gap-4 mt-3">
      {/* If the code fails to load, the address and the instructions remain. */}
      <LazyRegion of={RdpQr} loading={<Skeleton style={QR_SIZE} />} failed={null}>
        <RdpQr text={rdpUri(target)} label={m.qr(target.address)} />
      </LazyRegion>
      <p className="flex-1 min-w-[140px] text-sm text-muted-foreground">{m.qrHelp}</p>
    </div>
  );
}
