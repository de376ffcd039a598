import { Global, Module } from '@nestjs/common';
import { Mailer } from './mailer.port';
import { SmtpMailer } from './smtp.mailer';

/** Mails over SMTP. */
@Global()
@Module({
  providers: [{ provide: Mailer, useClass: SmtpMailer }],
  exports: [Mailer],
})
export class MailModule {}
