import { Module } from '@nestjs/common';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { ThrottleModule } from '../throttle/throttle.module.js';
import { TwoFactorModule } from '../two-factor/two-factor.module.js';
import { UsersModule } from '../users/users.module.js';
import { StepUpController } from './step-up.controller.js';
import { StepUpService } from './step-up.service.js';

@Module({
  imports: [PasswordsModule, SessionsModule, ThrottleModule, TwoFactorModule, UsersModule],
  controllers: [StepUpController],
  providers: [StepUpService],
})
export class StepUpModule {}
