import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { Actor } from '@casement/common/core/context/actor.js';
import { JwtAuthGuard } from '@casement/common/platform/auth/jwt-auth.guard.js';
import { DomainError } from '@casement/common/core/errors/domain-error.js';

/** Who a public call's access token speaks for, if it has one that is still good. */
@Injectable()
export class BearerSession {
  constructor(private readonly jwt: JwtAuthGuard) {}

  async find(request: Request): Promise<Actor | undefined> {
    if (!request.headers.authorization) return undefined;
    try {
      return await this.jwt.verify(request);
    } catch (error) {
      if (error instanceof DomainError) return undefined;
      throw error;
    }
  }
}
