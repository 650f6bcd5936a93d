import {
  Body,
  Controller,
  Delete,
  Get,
  Param,
  Post,
  Put,
  UploadedFile,
  UseInterceptors,
} from '@nestjs/common';
import { z } from 'zod';
import {
  product as productSchema,
  productFields,
  type ProductFields,
} from '@casement/proto/http/billing.js';
import { AdminOnly } from '@casement/common/auth/access.decorators.js';
import { Answers } from '@casement/common/http/answers.decorator.js';
import { reply } from '@casement/common/http/reply.js';
import { ProductForm } from './product-form.interceptor.js';
import { toProductResponse } from './products.mapper.js';
import { ProductsService } from './products.service.js';

const productId = z.uuid('Product is not known');

@Controller('admin/products')
@AdminOnly()
export class AdminProductsController {
  constructor(private readonly service: ProductsService) {}

  @Get()
  @Answers(z.array(productSchema))
  async list() {
    return reply((await this.service.list()).map(toProductResponse), 'Products');
  }

  @Post()
  @Answers(productSchema)
  @UseInterceptors(ProductForm)
  async create(
    @Body({ schema: productFields }) fields: ProductFields,
    @UploadedFile() image?: Express.Multer.File,
  ) {
    const product = await this.service.create(fields, image?.buffer);
    return reply(toProductResponse(product), 'Product created successfully');
  }

  @Put(':id')
  @Answers(productSchema)
  @UseInterceptors(ProductForm)
  async update(
    @Param('id', { schema: productId }) id: string,
    @Body({ schema: productFields }) fields: ProductFields,
    @UploadedFile() image?: Express.Multer.File,
  ) {
    const product = await this.service.update(id, fields, image?.buffer);
    return reply(toProductResponse(product), 'Product updated successfully');
  }

  @Delete(':id')
  @Answers(null)
  async remove(@Param('id', { schema: productId }) id: string) {
    await this.service.remove(id);
    return reply(null, 'Product deleted successfully');
  }
}
