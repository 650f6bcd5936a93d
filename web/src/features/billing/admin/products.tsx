import type { Product } from '@casement/proto/http/billing.js';
import { useQuery } from '@tanstack/react-query';
import { Package, Plus } from 'lucide-react';
import { Button } from '@/components/ui/button.js';
import { lazyDialog } from '@/components/ui/dialog/lazy-dialog.js';
import { SectionHead } from '@/components/ui/section-head.js';
import { DataTable, type Column } from '@/components/ui/table/data-table.js';
import { RowActions } from '@/components/ui/table/row-actions.js';
import { useLocalPage } from '@/components/ui/table/use-local-page.js';
import { formatDateTime, formatPrice } from '@/lib/format/format.js';
import { t } from '@/lib/i18n/messages.js';
import { usePlaceDialog, useRowDialog } from '@/lib/navigation/history-state.js';
import { withToast } from '@/lib/toast/with-toast.js';
import { catalogueMessages } from '@/messages/admin/catalogue.js';
import { commonMessages } from '@/messages/common.js';
import { useDeleteProduct, productsQuery } from './api.js';
import { ProductImage } from './product-image.js';

const ProductDialog = lazyDialog(() => import('./product-dialog.js'));

/** The products for sale; quota is the oldest one. */
export function Products({ title, failed }: { title: string; failed: string }) {
  const { products: m, deleteFailed } = t(catalogueMessages);
  const products = useQuery(productsQuery);
  const { source, onPage } = useLocalPage('products', products);
  const remove = useDeleteProduct();
  const adding = usePlaceDialog('product');
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
    { head: m.name, className: 'font-[560]', cell: (product) => <Name product={product} /> },
    {
      head: m.description,
      className: 'w-full max-w-0 truncate text-muted-foreground',
      cell: ({ description }) => description ?? '–',
    },
    { head: m.price, right: true, cell: ({ price }) => formatPrice(price) },
    {
      head: m.created,
      className: 'text-muted-foreground',
      cell: ({ created_at }) => formatDateTime(created_at),
    },
  ];
  return (
    <>
      <SectionHead title={title}>{addButton}</SectionHead>
      <DataTable
        label={title}
        source={source}
        onPage={onPage}
        columns={columns}
        rowKey={({ id }) => id}
        item={(product) => ({
          title: <Name product={product} />,
          aside: <span className="num font-[560]">{formatPrice(product.price)}</span>,
          text: product.description ?? formatDateTime(product.created_at),
        })}
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
        failed={{ title: failed, help: t(commonMessages).pleaseTryAgain }}
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
