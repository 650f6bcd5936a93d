import type { PublicConfig } from '@casement/proto/http/public-config.js';
import { useEffect, useState } from 'react';

const EMPTY_CONFIG: PublicConfig = {
  statusPageUrl: null,
  supportEmail: null,
  supportChatUrl: null,
  price: null,
};

let loaded: Promise<PublicConfig> | null = null;
/** Loaded settings. Later screens use them in their first render, so that the layout does not shift. */
let cached = EMPTY_CONFIG;

/** Loads the public settings once, and only for screens that show them. If that fails, the links are omitted. */
function loadPublicConfig(): Promise<PublicConfig> {
  loaded ??= fetch('/config.json')
    .then((response) => (response.ok ? (response.json() as Promise<PublicConfig>) : EMPTY_CONFIG))
    .then((config) => (cached = config))
    .catch(() => {
      loaded = null;
      return EMPTY_CONFIG;
    });
  return loaded;
}

export function usePublicConfig(): PublicConfig {
  const [config, setConfig] = useState(cached);
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
export function clearPublicConfig(): void {
  loaded = null;
  cached = EMPTY_CONFIG;
}
