import { Controller, Get, Header } from '@nestjs/common';
import { Public } from '@casement/common/auth/access.decorators.js';
import { RawAnswer } from '@casement/common/http/raw-answer.decorator.js';
import { vpsScript } from '../engine/scripts.js';

/** The script of the help "How to create a root password" (SPEC §7): fetched and piped to a root shell. */
@Controller('root-password.sh')
@Public()
@RawAnswer('text/plain')
export class RootPasswordController {
  @Get()
  @Header('Content-Type', 'text/plain; charset=utf-8')
  script(): Promise<string> {
    return vpsScript('root-password');
  }
}
