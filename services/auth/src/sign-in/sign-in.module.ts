import { Module } from '@nestjs/common';
import { CaptchaModule } from '../captcha/captcha.module.js';
import { NewPlaceModule } from '../new-place/new-place.module.js';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { ThrottleModule } from '../throttle/throttle.module.js';
import { TwoFactorModule } from '../two-factor/two-factor.module.js';
import { UsersModule } from '../users/users.module.js';
import { SignInController } from './sign-in.controller.js';
import { SignInService } from './sign-in.service.js';

@Module({
  imports: [
    CaptchaModule,
    NewPlaceModule,
    PasswordsModule,
    SessionsModule,
    ThrottleModule,
    TwoFactorModule,
    UsersModule,
  ],
  controllers: [SignInController],
  providers: [SignInService],
})
export class SignInModule {}
