import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { openAdmin } from '@/testing/admin.js';
import { never, ok, refuse } from '@/testing/responses.js';
import { table } from '@/testing/dashboard.js';
import { makeProduct } from '@/testing/factories/admin-factories.js';
import { findToast } from '@/testing/render.js';
import { server } from '@/testing/server.js';

const quota = makeProduct({ id: 'p1', name: 'Install quota', price: 22_500.5 });

const open = (...products: ReturnType<typeof makeProduct>[]) =>
  openAdmin('Products', [http.get('/api/admin/products', () => ok(products))]);

const add = async () => {
  const user = await open();
  await user.click((await screen.findAllByRole('button', { name: 'Add Product' }))[0]!);
  return { user, dialog: within(await screen.findByRole('dialog', { name: 'Add Product' })) };
};

/** Records the form fields of each save; files by name. */
const recordSaves = (
  method: 'post' | 'put',
  path: string,
  answer: () => Response = () => ok(quota),
) => {
  server.use(http[method](path, () => answer()));
  const fetched = jest.spyOn(globalThis, 'fetch').mockClear();
  return () =>
    fetched.mock.calls
      .filter(([, init]) => init?.method === method.toUpperCase() && init.body instanceof FormData)
      .map(([, init]) =>
        Object.fromEntries(
          [...(init!.body as FormData)].map(([name, value]) => [
            name,
            value instanceof File ? value.name : value,
          ]),
        ),
      );
};

describe('/admin products section', () => {
  it('§9 shows prices in rupiah with decimals', async () => {
    await open(quota, makeProduct({ name: 'Bundle', price: 100_000 }));
    const rows = await table();
    expect(rows.getByText('Rp 22.500,50')).toBeVisible();
    expect(rows.getByText('Rp 100.000')).toBeVisible();
  });

  it('§5 requires name and price', async () => {
    const { user, dialog } = await add();
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('Name is required')).toBeVisible();
    expect(dialog.getByText('Price is required')).toBeVisible();
    expect(await findToast('Invalid input')).toHaveTextContent('Name is required');
    expect(dialog.getByLabelText('Price (Rp)')).toHaveAttribute('step', '0.01');
    expect(dialog.getByLabelText('Price (Rp)')).toHaveAttribute('type', 'number');
  });

  it('§7 creates a product as multipart with the price as typed', async () => {
    const sent = recordSaves('post', '/api/admin/products');
    const { user, dialog } = await add();
    await user.type(dialog.getByLabelText('Name'), 'Bundle');
    await user.type(dialog.getByLabelText('Description'), 'Ten at once');
    await user.type(dialog.getByLabelText('Price (Rp)'), '22500.50');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await findToast('Product created successfully')).toBeVisible();
    expect(sent()).toEqual([{ name: 'Bundle', description: 'Ten at once', price: '22500.50' }]);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('§5 accepts an optional image and previews it', async () => {
    const sent = recordSaves('post', '/api/admin/products');
    const { user, dialog } = await add();
    const field = dialog.getByLabelText('Image (optional)');
    expect(field).toHaveAttribute('accept', 'image/*');
    await user.upload(field, new File(['GIF89a'], 'quota.gif', { type: 'image/gif' }));
    expect((await dialog.findByAltText('Image preview')).getAttribute('src')).toMatch(
      /^data:image\/gif;base64,/,
    );
    await user.type(dialog.getByLabelText('Name'), 'Bundle');
    await user.type(dialog.getByLabelText('Price (Rp)'), '5');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await findToast('Product created successfully')).toBeVisible();
    expect(sent()[0]!.image).toBe('quota.gif');
  });

  it('§5 rejects a file that is not an image', async () => {
    const { dialog } = await add();
    fireEvent.change(dialog.getByLabelText('Image (optional)'), {
      target: { files: [new File(['x'], 'x.txt', { type: 'text/plain' })] },
    });
    expect(await dialog.findByText('Please choose an image file.')).toBeVisible();
  });

  it('§2 edits a product', async () => {
    const sent = recordSaves('put', '/api/admin/products/p1');
    const user = await open(quota);
    await user.click((await table()).getByRole('button', { name: 'Edit Install quota' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Product' }));
    const price = dialog.getByLabelText('Price (Rp)');
    expect(price).toHaveValue(22_500.5);
    await user.clear(price);
    await user.type(price, '30000');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await findToast('Product updated successfully')).toBeVisible();
    expect(sent()).toEqual([
      { name: 'Install quota', description: 'One installation of Windows.', price: '30000' },
    ]);
  });

  describe('a price change of more than 50 %', () => {
    const message =
      'The price would change from Rp 22.500,5 to Rp 1, which is more than 50 %. Nothing was changed; confirm to change it anyway.';
    const change = async () => {
      let calls = 0;
      const sent = recordSaves('put', '/api/admin/products/p1', () => {
        calls += 1;
        return calls === 1 ? refuse(409, { code: 'PRICE_CHANGE_UNCONFIRMED', message }) : ok(quota);
      });
      const user = await open(quota);
      await user.click((await table()).getByRole('button', { name: 'Edit Install quota' }));
      const dialog = within(await screen.findByRole('dialog', { name: 'Edit Product' }));
      await user.clear(dialog.getByLabelText('Price (Rp)'));
      await user.type(dialog.getByLabelText('Price (Rp)'), '1');
      await user.click(dialog.getByRole('button', { name: 'Save' }));
      const question = within(
        await screen.findByRole('dialog', { name: 'Change the price by more than 50 %?' }),
      );
      return { user, sent, question };
    };

    it('is shown with both prices and saved once it is confirmed', async () => {
      const { user, sent, question } = await change();
      expect(question.getByText(message)).toBeVisible();
      await user.click(question.getByRole('button', { name: 'Change price' }));
      expect(await findToast('Product updated successfully')).toBeVisible();
      const fields = {
        name: 'Install quota',
        description: 'One installation of Windows.',
        price: '1',
      };
      expect(sent()).toEqual([fields, { ...fields, confirm: 'true' }]);
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    });

    it('returns to the filled form when it is not confirmed', async () => {
      const { user, sent, question } = await change();
      await user.click(question.getByRole('button', { name: 'Cancel' }));
      const dialog = within(await screen.findByRole('dialog', { name: 'Edit Product' }));
      expect(dialog.getByLabelText('Price (Rp)')).toHaveValue(1);
      expect(sent()).toHaveLength(1);
    });
  });

  it('sends the form once and keeps the dialog until the response arrives', async () => {
    let requests = 0;
    server.use(
      http.post('/api/admin/products', () => {
        requests += 1;
        return never();
      }),
    );
    const { user, dialog } = await add();
    await user.type(dialog.getByLabelText('Name'), 'Bundle');
    await user.type(dialog.getByLabelText('Price (Rp)'), '5');
    const form = dialog.getByLabelText('Name').closest('form')!;
    fireEvent.submit(form);
    fireEvent.submit(form);
    await waitFor(() => expect(requests).toBe(1));
    fireEvent.submit(form);
    await user.keyboard('{Escape}');
    expect(screen.getByRole('dialog', { name: 'Add Product' })).toBeVisible();
    expect(requests).toBe(1);
  });

  it('§8 asks to log in again without a token', async () => {
    const { user, dialog } = await add();
    await user.type(dialog.getByLabelText('Name'), 'Bundle');
    await user.type(dialog.getByLabelText('Price (Rp)'), '5');
    localStorage.removeItem('accessToken');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await findToast('Authentication required')).toHaveTextContent('Please login again.');
  });

  it('§8 shows a failed save with the fields named by the server', async () => {
    recordSaves('post', '/api/admin/products', () =>
      refuse(400, {
        message: 'The image is too large.',
        details: [{ path: 'name', message: 'Name is taken' }],
      }),
    );
    const { user, dialog } = await add();
    await user.type(dialog.getByLabelText('Name'), 'Bundle');
    await user.type(dialog.getByLabelText('Price (Rp)'), '5');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await findToast('Operation failed')).toHaveTextContent('The image is too large.');
    expect(await dialog.findByText('Name is taken')).toBeVisible();
  });

  describe('product deletion', () => {
    const remove = async (confirmed: boolean, answer: () => Response = () => ok(null)) => {
      let deleted = 0;
      const confirm = jest.spyOn(window, 'confirm').mockReturnValue(confirmed);
      const user = await openAdmin('Products', [
        http.get('/api/admin/products', () => ok([quota])),
        http.delete('/api/admin/products/p1', () => {
          deleted += 1;
          return answer();
        }),
      ]);
      await user.click((await table()).getByRole('button', { name: 'Delete Install quota' }));
      expect(confirm).toHaveBeenCalledWith('Delete the product Install quota?');
      return () => deleted;
    };

    it('§5 asks for the browser’s confirmation first', async () => {
      const deleted = await remove(true);
      expect(await findToast('Product deleted successfully')).toBeVisible();
      expect(deleted()).toBe(1);
    });

    it('§5 keeps the entry without confirmation', async () => {
      const deleted = await remove(false);
      expect(deleted()).toBe(0);
    });

    it('§8 shows a failed deletion', async () => {
      await remove(true, () => refuse(500));
      expect(await findToast('Delete failed')).toHaveTextContent('Please try again.');
    });
  });
});
