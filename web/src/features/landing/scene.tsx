import { Minus, PlugZap, X } from 'lucide-react';
import { currentBrand } from '@/config/brand.js';

/** Lines of a terminal; `null` stands for the name of the product. */
const SHELL: [prompt: string | null, text: string][] = [
  ['root@vps:~#', 'uname -srm'],
  ['', 'Linux 5.15.0-122-generic x86_64'],
  ['root@vps:~#', 'systemd-detect-virt'],
  ['', 'kvm'],
  ['', '\u00a0'],
  [null, 'connecting'],
  [null, 'checking'],
  ['', '\u00a0 memory 4 GiB'],
  ['', '\u00a0 disk /dev/vda 80 GB'],
  ['', '\u00a0 network /32, on-link'],
  [null, 'preparing'],
  [null, 'rebooting'],
];

const marks = (n: number) => Array.from({ length: n }, (_, i) => i);

function TitleBar() {
  return (
    <div className="bar">
      <span />
      <Minus className="ic" />
      <X className="ic" />
    </div>
  );
}

/** Decoration only: the Linux pane swings open once and reveals a desktop. */
export function Scene() {
  const product = currentBrand().name.toLowerCase();
  return (
    <div className="scene" aria-hidden="true">
      <div className="sash">
        <div className="glass mono">
          {SHELL.map(([prompt, text], i) => (
            <p key={i}>
              {prompt !== '' && <b>{prompt ?? product} </b>}
              {text}
            </p>
          ))}
          <p>
            <b>{product}</b> writing 63 %, 46.2 MB/s <u />
          </p>
        </div>
        <s />
      </div>
      <div className="casing">
        <div className="view">
          <div className="sess">
            <span className="badge t-success">
              <PlugZap className="ic" />
              Connected
            </span>
            <span className="mono">203.0.113.24:22</span>
            <span className="ml-auto">Administrator</span>
          </div>
          <div className="desk">
            <div className="win w1">
              <TitleBar />
              <div className="inside">
                <div className="tree">
                  {marks(4).map((i) => (
                    <i key={i} />
                  ))}
                </div>
                <div className="files">
                  {marks(9).map((i) => (
                    <span key={i} />
                  ))}
                </div>
              </div>
            </div>
            <div className="win w2">
              <TitleBar />
              <div className="rows">
                {[88, 64, 76, 52, 70].map((width) => (
                  <i key={width} style={{ width: `${width}%` }} />
                ))}
              </div>
            </div>
            <div className="task">
              {marks(4).map((i) => (
                <i key={i} />
              ))}
              <span className="num ml-auto">14:02</span>
            </div>
          </div>
        </div>
      </div>
    </div>
  );
}
