import { Module } from '@nestjs/common';
import { RootPasswordController } from './root-password.controller.js';

@Module({ controllers: [RootPasswordController] })
export class RootPasswordModule {}
