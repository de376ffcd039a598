import { IsEmail, IsOptional, Matches } from 'class-validator';
import { isOriginList, isPageUrl, isSmtpUrl, Satisfies } from './setting-rules';

const PageAddress = () =>
  Satisfies(
    'isPageUrl',
    isPageUrl,
    '$property must be an address such as https://example.org/help, without user or password.',
  );

/** Texts and addresses of the operator that `/api/v2/environment/` gives to clients; mail; origins of web forms. */
export class ClientSettings {
  @IsOptional()
  @PageAddress()
  TERMS_OF_SERVICE_URL: string | undefined = undefined;

  @IsOptional()
  @PageAddress()
  PRIVACY_POLICY_URL: string | undefined = undefined;

  @IsOptional()
  @PageAddress()
  SOURCE_CODE_URL: string | undefined = undefined;

  @IsOptional()
  @Matches(/^[^\s@]+@[^\s@]+$/, { message: 'SUPPORT_EMAIL must be an e-mail address.' })
  SUPPORT_EMAIL: string | undefined = undefined;

  @IsOptional()
  @PageAddress()
  SUPPORT_URL: string | undefined = undefined;

  /** SMTP server for mail to users; unset: none is sent. With options of nodemailer: smtp://user:password@mail.example.org:587?requireTLS=true. */
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

  /** Origins whose pages may show forms in frames, comma-separated. Unset: none. */
  @IsOptional()
  @Satisfies(
    'isOriginList',
    isOriginList,
    'FRAME_ANCESTORS must be origins such as https://www.example.org, separated by commas.',
  )
  FRAME_ANCESTORS: string | undefined = undefined;

  /** Origins to which a form may lead after a submission (`return_url`), comma-separated. Unset: only this one. */
  @IsOptional()
  @Satisfies(
    'isOriginList',
    isOriginList,
    'WEB_FORM_RETURN_ORIGINS must be origins such as https://www.example.org, separated by commas.',
  )
  WEB_FORM_RETURN_ORIGINS: string | undefined = undefined;
}
