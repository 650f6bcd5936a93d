import { Module } from '@nestjs/common';
import { AccountFigures } from './account-figures.js';
import { UsersDirectory } from './users-directory.js';

@Module({ providers: [AccountFigures, UsersDirectory], exports: [AccountFigures, UsersDirectory] })
export class NeighboursModule {}
