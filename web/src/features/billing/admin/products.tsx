import type { Product } from '@casement/proto/http/billing/products.js';
import { useQuery } from '@tanstack/react-query';
import { Package, Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button.js';
import { lazyDialog } from '@/components/ui/dialog/lazy-dialog.js';
import { SectionHead } from '@/components/ui/section-head.js';
import { DataTable, type Column } from '@/components/ui/table/data-table.js';
import { RowActions } from '@/components/ui/table/row-actions.js';
import { useLocalPage } from '@/components/ui/table/use-local-page.js';
import { formatDateTime, formatPrice } from '@/lib/format/format.js';
import { t } from '@/messages/i18n.js';
import { useHistoryDialog, useRowDialog } from '@/lib/navigation/history-state.js';
import { withToast } from '@/lib/toast/toast-failure.js';
import { adminMessages } from '@/messages/admin/admin.js';
import { catalogueMessages } from '@/messages/admin/billing/catalogue.js';
import { useDeleteProduct, productsQuery } from './api.js';

const ProductDialog = lazyDialog(() => import('./product-dialog.js'));

/** Products for sale. The oldest product is the quota. */
export default function Products() {
  const { sections, loadFailed } = t(adminMessages);
  const { products: m, deleteFailed } = t(catalogueMessages);
  const products = useQuery(productsQuery);
  const { source, onPage } = useLocalPage('products', products);
  const remove = useDeleteProduct();
  const adding = useHistoryDialog('product');
  const editing = useRowDialog('edit-product', products.data);

  const confirmDelete = ({ id, name }: Product) => {
    if (!window.confirm(m.confirmDelete(name))) return;
    const done = () => ({ title: m.deletedToast });
    void withToast(remove.mutateAsync(id), { done, failed: deleteFailed });
  };
  const addButton = (
    <Button variant="primary" size="sm" onClick={() => adding.open(true)}>
      <Plus className="ic ic-sm" />
      {m.add}
    </Button>
  );

  const columns: Column<Product>[] = [
    {
      head: m.name,
      className: 'font-[560]',
      cell: (product) => <Name product={product} />,
      list: 'title',
    },
    {
      head: m.description,
      className: 'w-full max-w-0 truncate text-muted-foreground',
      cell: ({ description }) => description ?? '–',
      list: 1,
      listCell: ({ description, created_at }) => description ?? formatDateTime(created_at),
    },
    {
      head: m.price,
      right: true,
      cell: ({ price }) => formatPrice(price),
      list: 'aside',
      listCell: ({ price }) => <span className="num font-[560]">{formatPrice(price)}</span>,
    },
    {
      head: m.created,
      className: 'text-muted-foreground',
      cell: ({ created_at }) => formatDateTime(created_at),
    },
  ];
  return (
    <>
      <SectionHead title={sections.products}>{addButton}</SectionHead>
      <DataTable
        label={sections.products}
        source={source}
        onPage={onPage}
        columns={columns}
        rowKey={({ id }) => id}
        actions={(product) => (
          <RowActions
            edit={m.edit}
            editOf={m.editOf(product.name)}
            deleteOf={m.deleteOf(product.name)}
            deleting={remove.isPending && remove.variables === product.id}
            onEdit={() => editing.open(product)}
            onDelete={() => confirmDelete(product)}
          />
        )}
        empty={{ icon: Package, title: m.empty, help: m.emptyHelp, action: addButton }}
        failed={loadFailed}
      />
      {adding.of && <ProductDialog onClose={adding.close} />}
      {editing.row && <ProductDialog product={editing.row} onClose={editing.close} />}
    </>
  );
}

function Name({ product }: { product: Product }) {
  return (
    <span className="inline-flex items-center gap-2.5 max-w-full">
      <ProductImage url={product.image_url} />
      <span className="truncate max-w-[280px]">{product.name}</span>
    </span>
  );
}

/** Image of a product in a row; a package icon if it is missing or fails to load. */
function ProductImage({ url }: { url: string | null }) {
  const [broken, setBroken] = useState<string | null>(null);
  return (
    <span className="inline-grid place-items-center size-7 shrink-0 rounded-sm border bg-muted overflow-hidden text-muted-foreground">
      {url && url !== broken ? (
        <img src={url} alt="" className="size-full object-cover" onError={() => setBroken(url)} />
      ) : (
        <Package className="ic ic-sm" />
      )}
    </span>
  );
}
