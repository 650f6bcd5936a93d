// Baseline of `make bench-api`: NestJS on Express that reads one row by its key from the same table.
import 'reflect-metadata';
import { Controller, Get, Module, Param } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });

@Controller('users')
class UsersController {
  @Get(':id')
  async find(@Param('id') id: string) {
    const { rows } = await pool.query<Record<string, unknown>>(
      'SELECT * FROM user_account WHERE id = $1',
      [id],
    );
    const user = { ...rows[0], password_hash: undefined };
    return { success: true, message: 'Profile', data: { user } };
  }
}

@Module({ controllers: [UsersController] })
class BareModule {}

const app = await NestFactory.create(BareModule, { logger: false });
await app.listen(Number(process.env['HTTP_PORT']), '127.0.0.1');
process.once('SIGTERM', () => process.exit(0));
