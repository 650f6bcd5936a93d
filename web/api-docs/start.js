// Kept in a separate file because the page's CSP forbids inline scripts. Redoc's colours are fixed when it starts.
const isDark = globalThis.matchMedia('(prefers-color-scheme: dark)').matches;
const ink = isDark ? '#e9eff0' : '#122125';
const quiet = isDark ? '#9ba9ab' : '#505f63';
const card = isDark ? '#111b1d' : '#ffffff';
const ground = isDark ? '#0b1315' : '#f4f8f8';
// Colour of the shop's own brand, which the web server writes into the page.
const own = JSON.parse(document.getElementById('brand')?.textContent ?? '{}').primary;
const brand = own?.[isDark ? 'dark' : 'light'] ?? (isDark ? '#81d9d7' : '#045b61');
if (own) document.documentElement.style.setProperty('--brand', brand);
// The style sheet of the brand has its dark colours and logo under this class.
if (isDark) document.documentElement.classList.add('dark');
const line = isDark ? '#243033' : '#dae1e2';
const code = '#122125';
const font = 'system-ui, -apple-system, "Segoe UI", sans-serif';
const mono = 'ui-monospace, Consolas, monospace';

const DOCUMENT = '/api/docs/openapi.json';

/** The introduction names the gateway's errors. Their ten samples per call would take most of the page's start. */
function withoutGatewayErrors(api) {
  for (const { responses } of Object.values(api.paths).flatMap(Object.values))
    for (const [status, { $ref }] of Object.entries(responses))
      if ($ref && status !== 'default') delete responses[status];
  return api;
}

const options = {
  hideDownloadButton: true,
  requiredPropsFirst: true,
  jsonSampleExpandLevel: 3,
  scrollYOffset: 56,
  theme: {
    colors: {
      primary: { main: brand },
      success: { main: isDark ? '#6ed79c' : '#006a3a' },
      error: { main: isDark ? '#f8918e' : '#b51e23' },
      text: { primary: ink, secondary: quiet },
      border: { dark: line, light: line },
      gray: { 50: card, 100: isDark ? '#192427' : '#edf2f3' },
      responses: {
        success: { color: isDark ? '#6ed79c' : '#006a3a' },
        error: { color: isDark ? '#f8918e' : '#b51e23' },
      },
    },
    schema: { nestedBackground: ground, typeNameColor: quiet, typeTitleColor: quiet },
    typography: {
      fontSize: '15px',
      fontFamily: font,
      headings: { fontFamily: font, fontWeight: '600' },
      code: { fontFamily: mono, color: brand, backgroundColor: isDark ? '#192427' : '#edf2f3' },
      links: { color: brand, visited: brand, hover: brand },
    },
    sidebar: { backgroundColor: card, textColor: ink, activeTextColor: brand },
    rightPanel: { backgroundColor: code },
    codeBlock: { backgroundColor: '#0b1315' },
  },
};
const reference = document.getElementById('reference');
globalThis
  .fetch(DOCUMENT)
  .then((response) => response.json())
  .then(withoutGatewayErrors)
  // Redoc fetches the document itself and shows why that fails.
  .catch(() => DOCUMENT)
  .then((source) => globalThis.Redoc.init(source, options, reference));
