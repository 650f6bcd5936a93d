import { createHash, timingSafeEqual } from 'node:crypto';
import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { DomainError } from '@casement/common/core/errors/domain-error.js';
import type { Request } from 'express';
import { SecurityConfig } from '../config.js';

/** Header that gateway/kong.yml adds. */
const GATEWAY_LOG_HEADER = 'X-Gateway-Log-Secret';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Accepts the log from the gateway only, because its entries can get addresses blocked. */
@Injectable()
export class GatewayLogGuard implements CanActivate {
  private readonly secrets: readonly Buffer[];

  constructor(config: SecurityConfig) {
    this.secrets = config.GATEWAY_LOG_SECRET.split(',').filter(Boolean).map(digest);
  }

  canActivate(context: ExecutionContext): boolean {
    if (this.secrets.length === 0) return true;
    const presented = digest(
      context.switchToHttp().getRequest<Request>().get(GATEWAY_LOG_HEADER) ?? '',
    );
    // Compares digests, because timingSafeEqual requires values of equal length.
    const matches = this.secrets.map((secret) => timingSafeEqual(secret, presented));
    if (matches.includes(true)) return true;
    throw new DomainError('forbidden', 'FORBIDDEN', 'This is not the log of the gateway');
  }
}
