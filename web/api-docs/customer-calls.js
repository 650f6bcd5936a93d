// Titles and request examples of the calls that customers make with an API key, in the order of the reference. The
// titles of the other calls are in titles.js.
const vps = { ip: '203.0.113.24', passwd_vps: 'root-password' };
const windows = { win_ver: 'win11-pro', passwd_rdp: 'Sunrise-2026!' };

export const CUSTOMER_CALLS = {
  'GET /api/user/windows-versions': { title: 'List Windows versions' },
  'GET /api/user/linux-versions': {
    title: 'List Linux versions for a machine in its recovery system',
  },
  'POST /api/user/install/check': {
    title: 'Check a VPS',
    body: { ...vps, win_ver: windows.win_ver },
  },
  'GET /api/user/install/check/{id}': { title: 'Get the result of a check' },
  'POST /api/user/install': { title: 'Start an install', body: { ...vps, ...windows } },
  'GET /api/user/install-options': { title: 'Get your address and the display languages' },
  'GET /api/user/install/{id}': { title: 'Get an install and its progress' },
  'GET /api/user/install-history': { title: 'List installs' },
  'GET /api/user/machines': { title: 'List your machines' },
  'PUT /api/user/install/{id}/label': { title: 'Name a machine', body: { label: 'web-1' } },
  'GET /api/user/install/{id}/events': { title: 'Follow an install (server-sent events)' },
  'GET /api/user/install/{id}/log': { title: 'Get the log of an install' },
  'POST /api/user/install/{id}/cancel': { title: 'Cancel an install' },
  'GET /api/user/install/{id}/rdp-password': { title: 'Get the RDP password' },
  'DELETE /api/user/install/{id}/rdp-password': { title: 'Delete the stored RDP password' },
  'POST /api/user/install/{id}/rdp-check': {
    title: 'Test the RDP password',
    body: { password: windows.passwd_rdp },
  },
  'POST /api/user/batches': {
    title: 'Create a batch',
    body: { rows: [{ ...vps, ...windows }] },
  },
  'GET /api/user/batches': { title: 'List batches' },
  'GET /api/user/batches/{id}': { title: 'Get a batch' },
  'POST /api/user/batches/{id}/start': { title: 'Start a batch', body: { limit: 5 } },
  'POST /api/user/batches/{id}/pause': { title: 'Pause a batch' },
  'POST /api/user/batches/{id}/resume': { title: 'Resume a batch' },
  'POST /api/user/batches/{id}/cancel': { title: 'Cancel a batch' },
  'POST /api/user/batches/{id}/retry': { title: 'Retry the failed machines of a batch' },
  'POST /api/user/batches/{id}/rows/{row}/retry': { title: 'Retry one machine', body: {} },
  'POST /api/user/batches/{id}/rows/{row}/cancel': { title: 'Cancel one machine' },
  'GET /api/user/batches/{id}/results.csv': { title: 'Download the results of a batch' },
  'GET /api/user/quota/ledger': { title: 'Get the quota and its history' },
  'GET /api/user/payment-methods/enabled': { title: 'List payment methods' },
  'POST /api/user/topup/calculate': { title: 'Calculate a price', body: { quantity: 5 } },
  'POST /api/user/topup': {
    title: 'Create a top-up',
    body: { quantity: 5, payment_method: 'QRIS' },
  },
  'GET /api/user/topup/history': { title: 'List top-ups' },
  'GET /api/user/topup/{reference}': { title: 'Get a top-up' },
  'GET /api/user/receipts/{number}': { title: 'Get a receipt' },
  'GET /api/user/receipts/{number}/pdf': { title: 'Download a receipt (PDF)' },
  'GET /api/user/receipts/archive': { title: 'Download all receipts (ZIP)' },
  'POST /api/user/vouchers/redeem': {
    title: 'Redeem a voucher for free quota',
    body: { code: '7K3M-9QX2-PDHA' },
  },
  'POST /api/user/topup/bpay/prepare': {
    title: 'Create a Binance Pay top-up',
    body: { quantity: 5 },
  },
  'POST /api/user/topup/bpay/verify': {
    title: 'Verify a Binance Pay transfer',
    body: { txid: '123456789012', encoded_amount: 13.700123, merchant_ref: 'CASEMENT-1' },
  },
  'GET /api/user/scripts': { title: 'List first-start scripts' },
  'GET /api/user/webhooks': { title: 'List webhooks' },
  'POST /api/user/webhooks': {
    title: 'Create a webhook',
    body: { url: 'https://panel.example.com/casement', events: ['install.completed'] },
  },
  'GET /api/user/webhooks/{id}': { title: 'Get a webhook' },
  'PUT /api/user/webhooks/{id}': {
    title: 'Change a webhook',
    body: { url: 'https://panel.example.com/casement', events: ['install.completed'] },
  },
  'DELETE /api/user/webhooks/{id}': { title: 'Delete a webhook' },
  'POST /api/user/webhooks/{id}/pause': { title: 'Pause a webhook' },
  'POST /api/user/webhooks/{id}/resume': { title: 'Resume a webhook' },
  'POST /api/user/webhooks/{id}/secret': { title: 'Replace the secret of a webhook' },
  'POST /api/user/webhooks/{id}/test': { title: 'Send a test event' },
  'GET /api/user/webhooks/{id}/deliveries': { title: 'List deliveries' },
  'GET /api/user/webhooks/{id}/deliveries/{delivery}': { title: 'Get a delivery' },
  'POST /api/user/webhooks/{id}/deliveries/{delivery}/replay': { title: 'Send a delivery again' },
  'GET /api/user/webhook-listener/events': { title: 'Listen to events (server-sent events)' },
};

// Tasks in the order of the menu. A call belongs to the first task whose pattern matches its path.
export const TASKS = [
  [
    'Customers',
    'Install Windows',
    /^\/api\/user\/(install|machines|scripts|windows-versions|linux-versions)|^\/root-password/,
  ],
  ['Customers', 'Install on many machines', /^\/api\/user\/batches/],
  [
    'Customers',
    'Quota and top-ups',
    /^\/api\/user\/(topup|quota|payment-methods|receipts|vouchers)/,
  ],
  ['Customers', 'Webhooks', /^\/api\/user\/webhook/],
  ['Customers', 'Telegram and notifications', /^\/api\/(user|auth)\/.*telegram/],
  ['Customers', 'Sign-in', /^\/api\/(auth|migration)\//],
  ['Customers', 'Account and API keys', /^\/api\/user\//],
  ['Administrators', 'Users', /^\/api\/admin\/users/],
  [
    'Administrators',
    'Payments',
    /^\/api\/admin\/(products|payment-methods|topups|receipts|vouchers)/,
  ],
  ['Administrators', 'Windows images', /^\/api\/admin\/windows/],
  ['Administrators', 'Installs', /^\/api\/admin\/(install|desktops)/],
  ['Administrators', 'Telegram bots', /^\/api\/(admin\/)?telegram/],
  ['Administrators', 'Security', /^\/api\/(security|admin\/2fa)/],
  ['Administrators', 'Administration', /^\/api\/admin\//],
  ['Machines', 'Files, callbacks and the installer', /./],
];
