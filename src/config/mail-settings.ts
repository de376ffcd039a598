import { IsEmail, IsOptional } from 'class-validator';
import { Satisfies } from './setting-decorators';
import { isSmtpUrl } from './setting-rules';
import { WebFormSettings } from './web-form-settings';

/** Mail to users; unset: none is sent. */
export class MailSettings extends WebFormSettings {
  /** SMTP server, with options of nodemailer: smtp://user:password@mail.example.org:587?requireTLS=true. */
  @IsOptional()
  @Satisfies(
    'isSmtpUrl',
    isSmtpUrl,
    'SMTP_URL must be an address such as smtp://user:password@mail.example.org:587 (STARTTLS) or smtps://… (TLS). In user and password, write %40 for @, %2F for / and so on.',
  )
  SMTP_URL?: string;

  /** Sender of mails, such as `Surveys <surveys@example.org>`. */
  @IsOptional()
  @IsEmail(
    { allow_display_name: true },
    { message: 'MAIL_FROM must be an address such as surveys@example.org or Surveys <surveys@example.org>.' },
  )
  MAIL_FROM?: string;
}
