/** Layout of the development pages, in the product's colors (light and dark). */
export function page(title: string, content: string, script = ''): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<header>${LOGO}<span>${escape(title)}</span></header>
<main>${content}</main>
${script && `<script>${script}</script>`}
</body>
</html>`;
}

/** Escapes text for HTML and attributes. */
export function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

const LOGO = `<svg width="24" height="24" viewBox="0 0 24 24" fill="none" aria-hidden="true"><path stroke="var(--foreground)" stroke-width="2" d="M11 3.6h8.1a1.3 1.3 0 0 1 1.3 1.3v14.2a1.3 1.3 0 0 1-1.3 1.3H11"/><path fill="var(--primary)" d="M11 1.9v9.2H3.4V6a1 1 0 0 1 .6-.92zM3.4 12.9H11v9.2l-7-3.18a1 1 0 0 1-.6-.92z"/></svg>`;

const STYLE = `
:root {
  color-scheme: light dark;
  --background: #f4f8f8; --card: #ffffff; --foreground: #122125; --muted: #505f63;
  --primary: #045b61; --on-primary: #f9fdfd; --accent: #e0f1f1; --border: #dae1e2; --input: #7d8c8f;
  --success: #006a3a; --warning: #865107; --danger: #b51e23; --ring: #07848c;
}
@media (prefers-color-scheme: dark) {
  :root {
    --background: #0b1315; --card: #111b1d; --foreground: #e9eff0; --muted: #9ba9ab;
    --primary: #81d9d7; --on-primary: #011c22; --accent: #183033; --border: #243033; --input: #5f6f73;
    --success: #6ed79c; --warning: #edc06b; --danger: #f8918e; --ring: #5bc8c8;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--background); color: var(--foreground);
  font: 14px/22px "Hanken Grotesk", system-ui, sans-serif; }
header { max-width: 1200px; margin: 0 auto; display: flex; align-items: center; gap: 12px; padding: 16px 32px; color: var(--primary); }
header span { color: var(--foreground); font-weight: 600; }
main { max-width: 1200px; margin: 0 auto; padding: 0 32px 48px; }
.frame { background: var(--card); border: 1px solid var(--border); border-radius: 8px; overflow: hidden; }
.padded { padding: 16px; }
.muted { color: var(--muted); }
.mono { font-family: "Geist Mono", ui-monospace, monospace; font-variant-numeric: tabular-nums; }
a { color: var(--primary); }
:focus-visible { outline: 2px solid var(--ring); outline-offset: 2px; }
button { height: 36px; padding: 0 16px; border-radius: 6px; border: 1px solid var(--input); background: var(--card);
  color: var(--foreground); font: inherit; font-weight: 560; cursor: pointer; }
button.primary { background: var(--primary); border-color: var(--primary); color: var(--on-primary); }
button.danger { color: var(--danger); border-color: var(--danger); }
h1 { font-size: 20px; line-height: 26px; margin: 0 0 12px; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 8px 20px; margin: 0 0 16px; }
dt { color: var(--muted); } dd { margin: 0; overflow-wrap: anywhere; }
@media (max-width: 640px) { main, header { padding-left: 16px; padding-right: 16px; } }
.mails { display: grid; grid-template-columns: minmax(240px, 360px) 1fr; gap: 20px; }
@media (max-width: 900px) { .mails { grid-template-columns: 1fr; } }
.list { list-style: none; margin: 0; padding: 0; max-height: 80vh; overflow: auto; align-self: start; }
.list a { display: block; padding: 12px 16px; border-bottom: 1px solid var(--border); color: inherit; text-decoration: none; }
.list a[aria-current] { background: var(--accent); }
.list strong { display: block; font-weight: 560; }
iframe { width: 100%; height: 60vh; border: 0; border-top: 1px solid var(--border); background: #fff; display: block; }
.actions { display: flex; align-items: center; gap: 8px; flex-wrap: wrap; }
.qr { background: #fff; padding: 12px; border-radius: 6px; width: 220px; height: 220px; }
.badge { padding: 2px 8px; border-radius: 4px; font-weight: 560; background: var(--accent); }
table { width: 100%; border-collapse: collapse; }
th, td { text-align: left; padding: 8px 16px; border-bottom: 1px solid var(--border); }
th { color: var(--muted); font-weight: 560; } .number { text-align: right; }
input { height: 40px; padding: 0 12px; border: 1px solid var(--input); border-radius: 6px; background: var(--card);
  color: var(--foreground); font: inherit; }
label { display: flex; align-items: center; gap: 12px; }
tr:last-child td, .list li:last-child a { border-bottom: 0; }
`;
