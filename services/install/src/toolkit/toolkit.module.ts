import { Module } from '@nestjs/common';
import { ToolkitProvider } from './toolkit.provider.js';

@Module({ providers: [ToolkitProvider], exports: [ToolkitProvider] })
export class ToolkitModule {}
