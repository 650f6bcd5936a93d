// Contains no schemas, so that a page can list the choices without loading the form's validation.

/**
 * Keyboard layouts of Windows: layout id (KLID), language tag, and layout in Linux (X11 name). Each layout is part of
 * every Windows edition.
 */
export const KEYBOARDS = [
  ['00000409', 'en-US', 'us'],
  ['00000809', 'en-GB', 'gb'],
  ['00000401', 'ar-SA', 'ara'],
  ['00000402', 'bg-BG', 'bg'],
  ['00000405', 'cs-CZ', 'cz'],
  ['00000406', 'da-DK', 'dk'],
  ['00000407', 'de-DE', 'de'],
  ['00000807', 'de-CH', 'ch'],
  ['00000408', 'el-GR', 'gr'],
  ['0000040a', 'es-ES', 'es'],
  ['0000080a', 'es-MX', 'latam'],
  ['00000425', 'et-EE', 'ee'],
  ['00000429', 'fa-IR', 'ir'],
  ['0000040b', 'fi-FI', 'fi'],
  ['0000040c', 'fr-FR', 'fr'],
  ['0000080c', 'fr-BE', 'be'],
  ['0000040d', 'he-IL', 'il'],
  ['0000041a', 'hr-HR', 'hr'],
  ['0000040e', 'hu-HU', 'hu'],
  ['0000040f', 'is-IS', 'is'],
  ['00000410', 'it-IT', 'it'],
  ['00000411', 'ja-JP', 'jp'],
  ['00000412', 'ko-KR', 'kr'],
  ['00000427', 'lt-LT', 'lt'],
  ['00000426', 'lv-LV', 'lv'],
  ['00000414', 'nb-NO', 'no'],
  ['00000413', 'nl-NL', 'nl'],
  ['00000415', 'pl-PL', 'pl'],
  ['00000416', 'pt-BR', 'br'],
  ['00000816', 'pt-PT', 'pt'],
  ['00000418', 'ro-RO', 'ro'],
  ['00000419', 'ru-RU', 'ru'],
  ['0000041b', 'sk-SK', 'sk'],
  ['00000424', 'sl-SI', 'si'],
  ['0000041d', 'sv-SE', 'se'],
  ['0000041e', 'th-TH', 'th'],
  ['0000041f', 'tr-TR', 'tr'],
  ['00000422', 'uk-UA', 'ua'],
  ['0000042a', 'vi-VN', 'vn'],
] as const;

/** More regional formats for the form, besides the language tags of KEYBOARDS. The API accepts any. */
export const MORE_REGIONS = [
  'en-AU',
  'en-CA',
  'en-IN',
  'en-SG',
  'es-AR',
  'es-CO',
  'fil-PH',
  'hi-IN',
  'id-ID',
  'ms-MY',
  'zh-CN',
  'zh-TW',
] as const;

/** Language and country, such as id-ID or sr-Latn-RS. */
export const LANGUAGE_TAG = /^[a-z]{2,3}(-[A-Z][a-z]{3})?-[A-Z]{2}$/;

export const MAX_NETWORKS = 20;

/** Accounts that exist in every Windows, and names that Windows reserves ("Naming conventions in Active Directory"). */
const RESERVED_NAMES = new Set(
  (
    'administrator guest defaultaccount wdagutilityaccount none ' +
    'anonymous authenticated batch builtin dialup domain enterprise interactive internet local localhost localsystem ' +
    'network null proxy restricted self server service system users world'
  ).split(' '),
);

/**
 * Whether Windows accepts the name for a computer. The rule is stricter than Windows' own because a wrong name in the
 * answer file stops the setup after the disk was replaced.
 */
export const isComputerName = (name: string): boolean =>
  /^[A-Za-z0-9]([A-Za-z0-9-]{0,13}[A-Za-z0-9])?$/.test(name) &&
  !/^\d+$/.test(name) &&
  !RESERVED_NAMES.has(name.toLowerCase());

export const isAccountName = (name: string): boolean =>
  /^[A-Za-z]([A-Za-z0-9._-]{0,18}[A-Za-z0-9_-])?$/.test(name) &&
  !RESERVED_NAMES.has(name.toLowerCase());
