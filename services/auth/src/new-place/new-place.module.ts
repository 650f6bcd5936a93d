import { Module } from '@nestjs/common';
import { MailModule } from '../mail/mail.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { NewPlaceService } from './new-place.service.js';

@Module({
  imports: [MailModule, SessionsModule],
  providers: [NewPlaceService],
  exports: [NewPlaceService],
})
export class NewPlaceModule {}
