import type { Product } from '@casement/proto/http/billing/products.js';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { FormDialog } from '@/components/ui/dialog/form-dialog.js';
import { lazyDialog } from '@/components/ui/dialog/lazy-dialog.js';
import { TextField } from '@/components/ui/form/field.js';
import { TextArea } from '@/components/ui/form/text-area.js';
import { hasCode, messageOf } from '@/lib/api/api-error.js';
import { schemaResolver, showProblems } from '@/lib/form/form.js';
import { loadSchemas } from '@/lib/form/load-rules.js';
import { useDraft } from '@/lib/form/use-draft.js';
import { t } from '@/messages/i18n.js';
import { accessToken } from '@/lib/api/token.js';
import { withToast, toastInvalid } from '@/lib/toast/toast-failure.js';
import { toast } from '@/lib/toast/toast.js';
import { catalogueMessages } from '@/messages/admin/billing/catalogue.js';
import { useSaveProduct } from './api.js';
import { ImageField } from './image-field.js';

const ConfirmDialog = lazyDialog(() => import('@/components/ui/dialog/confirm-dialog.js'));

interface ProductValues {
  name: string;
  description: string;
  /** Text as typed. */
  price: string;
}

const resolver = schemaResolver<ProductValues>(
  async () =>
    (await loadSchemas(() => import('@casement/proto/http/billing/products.js'))).productFields,
);

export default function ProductDialog({
  product,
  onClose,
}: {
  product?: Product;
  onClose: () => void;
}) {
  const { products: m, operationFailed, save } = t(catalogueMessages);
  const saveProduct = useSaveProduct();
  const [image, setImage] = useState<File>();
  const [unconfirmed, setUnconfirmed] = useState<{ values: ProductValues; message: string }>();
  const form = useForm<ProductValues>({
    resolver,
    mode: 'onTouched',
    defaultValues: {
      name: product?.name ?? '',
      description: product?.description ?? '',
      price: product ? String(product.price) : '',
    },
  });
  useDraft(`product-${product?.id}`, form, ['name', 'description', 'price'], { closes: true });
  const { errors, isSubmitting } = form.formState;

  const done = () => ({ title: product ? m.updatedToast : m.createdToast });
  const submit = async (values: ProductValues) => {
    // SPEC §8: reported before the request is sent.
    if (!accessToken.get()) {
      toast({ title: m.signInAgain, description: m.signInAgainHelp, tone: 'destructive' });
      return;
    }
    const change = saveProduct.mutateAsync({ ...values, id: product?.id, image });
    const problem: unknown = await change.then(
      () => undefined,
      (error: unknown) => error,
    );
    if (hasCode(problem, 'PRICE_CHANGE_UNCONFIRMED')) {
      setUnconfirmed({ values, message: messageOf(problem, operationFailed) });
      return;
    }
    showProblems(problem, ['name', 'description', 'price'], form.setError);
    if (await withToast(change, { done, failed: operationFailed })) onClose();
  };

  const changePrice = async (values: ProductValues) => {
    const change = saveProduct.mutateAsync({ ...values, id: product?.id, image, confirm: 'true' });
    if (await withToast(change, { done, failed: operationFailed })) onClose();
  };

  if (unconfirmed) {
    return (
      <ConfirmDialog
        title={m.priceTitle}
        question={unconfirmed.message}
        submit={m.priceSubmit}
        pending={saveProduct.isPending}
        onConfirm={() => changePrice(unconfirmed.values)}
        onClose={() => setUnconfirmed(undefined)}
      />
    );
  }
  return (
    <FormDialog
      title={product ? m.editTitle : m.addTitle}
      width={460}
      submit={save}
      pending={isSubmitting}
      onSubmit={form.handleSubmit(submit, toastInvalid)}
      onClose={onClose}
    >
      <TextField label={m.name} error={errors.name?.message} {...form.register('name')} />
      <TextArea
        label={m.description}
        error={errors.description?.message}
        {...form.register('description')}
      />
      <TextField
        label={m.priceLabel}
        error={errors.price?.message}
        type="number"
        inputMode="decimal"
        step={0.01}
        min={0}
        {...form.register('price')}
      />
      <ImageField current={product?.image_url ?? null} file={image} onFile={setImage} />
    </FormDialog>
  );
}
