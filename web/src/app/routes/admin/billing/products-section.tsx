import { Products } from '@/features/billing/admin/products.js';
import { t } from '@/lib/i18n/messages.js';
import { adminMessages } from '@/messages/admin/admin.js';

export default function ProductsSection() {
  const m = t(adminMessages);
  return <Products title={m.sections.products} failed={m.loadFailed} />;
}
