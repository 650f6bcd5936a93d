import { Products } from '@/features/billing/admin/products.js';
import { say } from '@/lib/messages.js';
import { adminTexts } from '@/messages/admin.js';

export default function ProductsSection() {
  const m = say(adminTexts);
  return <Products title={m.sections.products} failed={m.loadFailed} />;
}
