import type { Product as ProductResponse } from '@casement/proto/http/billing.js';
import type { ProductEntity } from './product.entity.js';

export const toProductResponse = (product: ProductEntity): ProductResponse => ({
  id: product.id,
  name: product.name,
  description: product.description || null,
  price: product.priceSen / 100,
  image_url: product.imageHash && `/uploads/${product.imageHash}.webp`,
  created_at: product.createdAt.toISOString(),
});
