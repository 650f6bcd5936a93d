import { Body, Controller, Param, UploadedFile, UseInterceptors } from '@nestjs/common';
import type {
  Product,
  ProductChange,
  ProductFields,
} from '@casement/proto/http/billing/products.js';
import { billingRoutes } from '@casement/proto/http/billing/billing.routes.js';
import { AdminOnly, KeyScope } from '@casement/common/platform/auth/access.decorators.js';
import type { UnitOfWork } from '@casement/common/data/database/request-transaction.js';
import { RequestTx } from '@casement/common/platform/http/idempotency.interceptor.js';
import { reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import { ProductForm } from './product-form.interceptor.js';
import { ProductsService } from './products.service.js';

@Controller()
@AdminOnly()
export class AdminProductsController {
  constructor(private readonly service: ProductsService) {}

  @Route(billingRoutes.products)
  @KeyScope('admin:read')
  async list() {
    return reply((await this.service.list()).map(toProduct), 'Products');
  }

  @Route(billingRoutes.createProduct)
  @UseInterceptors(ProductForm)
  async create(
    @RequestTx() unit: UnitOfWork,
    @Body() fields: ProductFields,
    @UploadedFile() image?: Express.Multer.File,
  ) {
    const product = await this.service.create(unit, fields, image?.buffer);
    return reply(toProduct(product), 'Product created successfully');
  }

  @Route(billingRoutes.updateProduct)
  @UseInterceptors(ProductForm)
  async update(
    @Param('id') id: string,
    @Body() fields: ProductChange,
    @UploadedFile() image?: Express.Multer.File,
  ) {
    const product = await this.service.update(id, fields, image?.buffer);
    return reply(toProduct(product), 'Product updated successfully');
  }

  @Route(billingRoutes.removeProduct)
  async remove(@Param('id') id: string) {
    await this.service.remove(id);
    return reply(null, 'Product deleted successfully');
  }
}

const toProduct = (product: Awaited<ReturnType<ProductsService['create']>>): Product => ({
  id: product.id,
  name: product.name,
  description: product.description || null,
  price: product.priceSen / 100,
  image_url: product.imageHash && `/uploads/${product.imageHash}.webp`,
  created_at: product.createdAt.toISOString(),
});
