import { Controller } from '@nestjs/common';
import { ApiTags, ApiProperty } from '@nestjs/swagger';
import { Public } from '../../authorization/policy';
import { Endpoint } from '../../http/endpoint';
import { ResponseOrigin } from '../../http/url/links';
import { EnvironmentService, type ClientEnvironment } from './environment.service';
import { PROJECT_METADATA_FIELDS, USER_METADATA_FIELDS } from '../../domain/asset/list-metadata';
import { countryChoices, SECTOR_CHOICES, type SettingChoice } from '../../domain/asset/settings-rules';
import { PLACEHOLDER } from '../../domain/hook/hook-rules';

/** Days that clients offer of the project history, which is kept until the project is purged. */
const HISTORY_DAYS = 3650;

/** Clients poll imports, exports and deployments at intervals that grow from the first to the second, in seconds. */
const RETRY_TIMES = { min: 2, max: 120 };

function presentEnvironment(origin: string, { operator, secondFactor }: ClientEnvironment) {
  return {
    terms_of_service_url: operator.TERMS_OF_SERVICE_URL ?? '',
    privacy_policy_url: operator.PRIVACY_POLICY_URL ?? '',
    source_code_url: operator.SOURCE_CODE_URL ?? '',
    support_email: operator.SUPPORT_EMAIL ?? '',
    support_url: operator.SUPPORT_URL ?? '',
    community_url: '',
    academy_url: '',
    terms_of_service__sitewidemessage__exists: false,
    project_metadata_fields: PROJECT_METADATA_FIELDS,
    extra_project_metadata_fields: [],
    user_metadata_fields: USER_METADATA_FIELDS,
    sector_choices: pairs(SECTOR_CHOICES),
    country_choices: pairs(countryChoices()),
    operational_purpose_choices: [],
    interface_languages: [['en', 'English']],
    submission_placeholder: PLACEHOLDER,
    frontend_min_retry_time: RETRY_TIMES.min,
    frontend_max_retry_time: RETRY_TIMES.max,
    project_history_log_lifespan: HISTORY_DAYS,
    use_team_label: false,
    usage_limit_enforcement: false,
    allow_self_account_deletion: true,
    asr_mt_features_enabled: false,
    stripe_public_key: null,
    social_apps: [],
    mfa_enabled: secondFactor.enabled,
    mfa_code_length: secondFactor.codeLength,
    mfa_localized_help_text: '',
    superuser_auth_enforcement: secondFactor.requiredForSuperusers,
    enable_password_entropy_meter: false,
    enable_custom_password_guidance_text: false,
    custom_password_localized_help_text: '',
    open_rosa_server: origin,
  };
}

function pairs(choices: readonly SettingChoice[]) {
  return choices.map(({ value, label }) => [value, label] as const);
}

const PAIRS = {
  type: 'array',
  items: { type: 'array', items: { type: 'string' }, minItems: 2, maxItems: 2 },
} as const;

const ADDRESS = { example: 'https://example.org/help', description: 'Empty if the operator set none.' };

class MetadataFieldDto {
  @ApiProperty({ example: 'sector' }) name!: string;
  @ApiProperty({ example: 'Sector' }) label!: string;
  @ApiProperty() required!: boolean;
}

class EnvironmentDto {
  @ApiProperty(ADDRESS)
  terms_of_service_url!: string;
  @ApiProperty(ADDRESS)
  privacy_policy_url!: string;
  @ApiProperty(ADDRESS)
  source_code_url!: string;
  @ApiProperty({ example: 'help@example.org', description: 'Empty if the operator set none.' })
  support_email!: string;
  @ApiProperty(ADDRESS)
  support_url!: string;
  @ApiProperty(ADDRESS)
  community_url!: string;
  @ApiProperty(ADDRESS)
  academy_url!: string;
  @ApiProperty({ example: false, description: 'Always false: users need not accept terms.' })
  terms_of_service__sitewidemessage__exists!: boolean;
  @ApiProperty({ type: [MetadataFieldDto], description: 'Fields of the settings of a project.' })
  project_metadata_fields!: MetadataFieldDto[];
  @ApiProperty({ type: [MetadataFieldDto], description: 'Always empty.' })
  extra_project_metadata_fields!: MetadataFieldDto[];
  @ApiProperty({ type: [MetadataFieldDto], description: 'Fields of `extra_details` of a profile.' })
  user_metadata_fields!: MetadataFieldDto[];
  @ApiProperty({ ...PAIRS, example: [['Health', 'Health']], description: 'Pairs of sector value and label.' })
  sector_choices!: [string, string][];
  @ApiProperty({
    ...PAIRS,
    example: [['FRA', 'France']],
    description: 'Pairs of country code (ISO 3166-1 alpha-3) and name.',
  })
  country_choices!: [string, string][];
  @ApiProperty({ ...PAIRS, example: [], description: 'Always empty.' })
  operational_purpose_choices!: [string, string][];
  @ApiProperty({
    ...PAIRS,
    example: [['en', 'English']],
    description: 'Pairs of language code and name: the languages of texts from the service.',
  })
  interface_languages!: [string, string][];
  @ApiProperty({
    example: '%SUBMISSION%',
    description: 'Placeholder of the submission in the payload template of a hook.',
  })
  submission_placeholder!: string;
  @ApiProperty({ example: 2, description: 'Seconds to wait before asking again for the first time.' })
  frontend_min_retry_time!: number;
  @ApiProperty({ example: 120, description: 'Longest time between two such requests, in seconds.' })
  frontend_max_retry_time!: number;
  @ApiProperty({ example: 3650, description: 'Days of the project history to offer.' })
  project_history_log_lifespan!: number;
  @ApiProperty({ example: false, description: 'Always false: organizations are personal.' })
  use_team_label!: boolean;
  @ApiProperty({ example: false, description: 'Always false: usage is not limited.' })
  usage_limit_enforcement!: boolean;
  @ApiProperty({ example: true, description: 'Always true: `DELETE /me/` closes an account.' })
  allow_self_account_deletion!: boolean;
  @ApiProperty({ example: false, description: 'Always false: no machine transcription or translation.' })
  asr_mt_features_enabled!: boolean;
  @ApiProperty({ type: String, nullable: true, example: null, description: 'Always null.' })
  stripe_public_key!: null;
  @ApiProperty({ type: 'array', items: {}, description: 'Always empty: no sign-in through other services.' })
  social_apps!: unknown[];
  @ApiProperty({ description: 'True if accounts may have a second factor.' })
  mfa_enabled!: boolean;
  @ApiProperty({ example: 6, description: 'Digits of a code of the second factor.' })
  mfa_code_length!: number;
  @ApiProperty({ example: '', description: 'Advice shown where a code of the second factor is entered.' })
  mfa_localized_help_text!: string;
  @ApiProperty({ description: 'True if superusers need a second factor.' })
  superuser_auth_enforcement!: boolean;
  @ApiProperty({ example: false, description: 'Always false.' })
  enable_password_entropy_meter!: boolean;
  @ApiProperty({ description: 'True if the operator set advice on passwords.' })
  enable_custom_password_guidance_text!: boolean;
  @ApiProperty({ example: '', description: 'That advice.' })
  custom_password_localized_help_text!: string;
  @ApiProperty({
    example: 'https://survey.example.org',
    description: 'Server URL to configure in data collection apps.',
  })
  open_rosa_server!: string;
}

@ApiTags('Service')
@Controller('api/v2/environment')
export class EnvironmentController {
  constructor(private readonly environment: EnvironmentService) {}

  @Endpoint('GET', {
    summary: 'Get the configuration for clients',
    description:
      'Choices and fields of projects and profiles, addresses and texts of the operator, and which features the service has.',
    returns: EnvironmentDto,
  })
  @Public()
  getEnvironment(@ResponseOrigin() origin: string) {
    return presentEnvironment(origin, this.environment.show());
  }
}
