const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="32" viewBox="0 0 96 32"><rect width="96" height="32" rx="4" fill="#fff"/><path d="M16 8l8 8-8 8-8-8z" fill="none" stroke="#b7860b" stroke-width="3"/><text x="58" y="21" font-family="system-ui,sans-serif" font-size="13" font-weight="600" text-anchor="middle" fill="#1b1b1b">USDT</text></svg>`;

/** The address of the method's picture: the picture itself, so that it needs no host. */
export const BPAY_ICON = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
