// What every call is compared with: NestJS on Express and one row by its key from the same table, nothing else.
import 'reflect-metadata';
import { Controller, Get, Module, Param } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });

class UsersController {
  async find(id) {
    const { rows } = await pool.query('SELECT * FROM user_account WHERE id = $1', [id]);
    const { password_hash: _, ...user } = rows[0];
    return { success: true, message: 'Profile', data: { user } };
  }
}
const decorate = (decorator, ...target) => decorator(...target);
const find = Object.getOwnPropertyDescriptor(UsersController.prototype, 'find');
decorate(Get(':id'), UsersController.prototype, 'find', find);
decorate(Param('id'), UsersController.prototype, 'find', 0);
decorate(Controller('users'), UsersController);

class BareModule {}
decorate(Module({ controllers: [UsersController] }), BareModule);

const app = await NestFactory.create(BareModule, { logger: false });
await app.listen(Number(process.env.HTTP_PORT), '127.0.0.1');
process.once('SIGTERM', () => process.exit(0));
