// Runs in the browser after the product's own code: shows the demo's banner and suggests a VPS in the forms.
const bar = document.createElement('div');
bar.setAttribute('role', 'note');
bar.style.cssText =
  'position:fixed;inset:auto 12px 12px auto;z-index:40;padding:4px 12px;border-radius:6px;' +
  'font:13px/1.4 system-ui;background:#7c2d12;color:#fff;pointer-events:none';
// front.ts fills in the address.
bar.textContent = 'Demo: simulated customers, payments and machines. Pay at SANDBOX_URL.';
document.body.append(bar);

const fill = (input, value) => {
  if (!input) return;
  // React listens to input events and ignores values set past its own setter.
  const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  setter?.call(input, value);
  input.dispatchEvent(new Event('input', { bubbles: true }));
};
const suggest = async (ip) => {
  ip.dataset.demo = 'yes';
  const response = await fetch('/demo/vps');
  const vps = await response.json();
  if (!ip.isConnected) return;
  const button = document.createElement('button');
  button.type = 'button';
  button.style.cssText = 'font-size:13px;text-align:start;text-decoration:underline;cursor:pointer';
  button.textContent = `Demo VPS: ${vps.address}, root password ${vps.password}. Fill in`;
  button.addEventListener('click', () => {
    fill(ip, vps.address);
    fill(ip.form?.querySelector('input[name="passwd_vps"]') ?? null, vps.password);
  });
  ip.parentElement.insertAdjacentElement('afterend', button);
};
new MutationObserver(() => {
  const ip = document.querySelector('input[name="ip"]:not([data-demo])');
  if (ip) void suggest(ip);
}).observe(document.body, { childList: true, subtree: true });
