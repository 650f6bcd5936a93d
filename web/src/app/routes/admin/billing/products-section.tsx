import { Products } from '@/features/billing/admin/products.js';
import { t } from '@/lib/messages.js';
import { adminMessages } from '@/messages/admin.js';

export default function ProductsSection() {
  const m = t(adminMessages);
  return <Products title={m.sections.products} failed={m.loadFailed} />;
}
