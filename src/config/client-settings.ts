import { IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { MailSettings } from './mail-settings';
import { Satisfies } from './setting-decorators';
import { isPageUrl } from './setting-rules';

const PageAddress = () =>
  Satisfies(
    'isPageUrl',
    isPageUrl,
    '$property must be an address such as https://example.org/help, without user or password.',
  );

/** Texts and addresses of the operator that `/api/v2/environment/` gives to clients; empty there if unset. */
export class ClientSettings extends MailSettings {
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

  @IsOptional()
  @PageAddress()
  COMMUNITY_URL: string | undefined = undefined;

  @IsOptional()
  @PageAddress()
  ACADEMY_URL: string | undefined = undefined;

  /** Advice that clients show where a user chooses a password. */
  @IsOptional()
  @IsString()
  @MaxLength(2000, { message: 'PASSWORD_GUIDANCE must have at most 2000 characters.' })
  PASSWORD_GUIDANCE: string | undefined = undefined;
}
