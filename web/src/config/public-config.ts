import type { PublicConfig } from '@casement/proto/http/public-config.js';
import { useEffect, useState } from 'react';

const NOTHING: PublicConfig = { statusPageUrl: null, supportEmail: null, supportChatUrl: null };

let loaded: Promise<PublicConfig> | null = null;
/** What has come: later screens are drawn with it at once, so that nothing in them shifts. */
let known = NOTHING;

/** The public settings, asked for once and only by the screens that show them. Without them the links are left out. */
function loadPublicConfig(): Promise<PublicConfig> {
  loaded ??= fetch('/config.json')
    .then((response) => (response.ok ? (response.json() as Promise<PublicConfig>) : NOTHING))
    .then((config) => (known = config))
    .catch(() => {
      loaded = null;
      return NOTHING;
    });
  return loaded;
}

export function usePublicConfig(): PublicConfig {
  const [config, setConfig] = useState(known);
  useEffect(() => {
    let shown = true;
    void loadPublicConfig().then((value) => {
      if (shown) setConfig(value);
    });
    return () => {
      shown = false;
    };
  }, []);
  return config;
}

/** For tests: forget what was loaded. */
export function forgetPublicConfig(): void {
  loaded = null;
  known = NOTHING;
}
