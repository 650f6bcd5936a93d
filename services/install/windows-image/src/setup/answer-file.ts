/** Namespace of `wcm:action`, which appends to lists. */
const CONFIGURATION = 'http://schemas.microsoft.com/WMIConfig/2002/State';

/** Builds the answer file of Windows Setup from components by pass. */
export function answerFile(passes: Record<string, string[]>): string {
  const settings = Object.entries(passes).map(
    ([pass, components]) => `  <settings pass="${pass}">\n${components.join('\n')}\n  </settings>`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<unattend xmlns="urn:schemas-microsoft-com:unattend" xmlns:wcm="${CONFIGURATION}">
${settings.join('\n')}
</unattend>
`;
}

/** Builds a component of an x64 Windows. `content` is XML. */
export function component(name: string, content: string): string {
  const identity =
    'processorArchitecture="amd64" publicKeyToken="31bf3856ad364e35" language="neutral" versionScope="nonSxS"';
  return `    <component name="${name}" ${identity}>\n${content}\n    </component>`;
}

export const elements = (values: Record<string, string | number | boolean>): string =>
  Object.entries(values)
    .map(([name, value]) => `      <${name}>${escaped(String(value))}</${name}>`)
    .join('\n');

/** Returns the four language settings of Setup. */
export const locales = (language: string): string =>
  elements({
    InputLocale: language,
    SystemLocale: language,
    UILanguage: language,
    UserLocale: language,
  });

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign]!);
