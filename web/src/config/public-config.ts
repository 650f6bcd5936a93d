import type { PublicConfig } from '@casement/proto/http/public-config.js';
import { useEffect, useState } from 'react';

const NOTHING: PublicConfig = { statusPageUrl: null, supportEmail: null, supportChatUrl: null };

let loaded: Promise<PublicConfig> | null = null;
/** Loaded settings. Later screens use them in their first render, so that the layout does not shift. */
let known = NOTHING;

/** Loads the public settings once, and only for screens that show them. If that fails, the links are omitted. */
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

/** Clears the loaded settings (tests only). */
export function forgetPublicConfig(): void {
  loaded = null;
  known = NOTHING;
}
