/** The namespace of `wcm:action`, by which a list of an answer file grows. */
const CONFIGURATION = 'http://schemas.microsoft.com/WMIConfig/2002/State';

/** An answer file of Windows' set-up: its components by pass. */
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

/** A component of an x64 Windows. `content` is XML. */
export function component(name: string, content: string): string {
  const identity =
    'processorArchitecture="amd64" publicKeyToken="31bf3856ad364e35" language="neutral" versionScope="nonSxS"';
  return `    <component name="${name}" ${identity}>\n${content}\n    </component>`;
}

/** Elements that hold a text each. */
export const elements = (values: Record<string, string | number | boolean>): string =>
  Object.entries(values)
    .map(([name, value]) => `      <${name}>${escaped(String(value))}</${name}>`)
    .join('\n');

/** The four languages that set-up asks for. */
export const locales = (language: string): string =>
  elements({
    InputLocale: language,
    SystemLocale: language,
    UILanguage: language,
    UserLocale: language,
  });

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign]!);
