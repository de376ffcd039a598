import { PROJECT_METADATA_FIELDS, USER_METADATA_FIELDS } from '../../domain/asset/metadata-fields';
import { countryChoices, SECTOR_CHOICES, type SettingChoice } from '../../domain/asset/setting-choices';
import { PLACEHOLDER } from '../../domain/hook/hook-rules';
import type { ClientEnvironment } from './environment.service';

/** Days that clients offer of the project history, which is kept until the project is purged. */
const HISTORY_DAYS = 3650;

/** Clients poll imports, exports and deployments at intervals that grow from the first to the second, in seconds. */
const RETRY_TIMES = { min: 2, max: 120 };

export function presentEnvironment(origin: string, { operator, secondFactor }: ClientEnvironment) {
  return {
    terms_of_service_url: operator.TERMS_OF_SERVICE_URL ?? '',
    privacy_policy_url: operator.PRIVACY_POLICY_URL ?? '',
    source_code_url: operator.SOURCE_CODE_URL ?? '',
    support_email: operator.SUPPORT_EMAIL ?? '',
    support_url: operator.SUPPORT_URL ?? '',
    community_url: operator.COMMUNITY_URL ?? '',
    academy_url: operator.ACADEMY_URL ?? '',
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
    enable_custom_password_guidance_text: operator.PASSWORD_GUIDANCE !== undefined,
    custom_password_localized_help_text: operator.PASSWORD_GUIDANCE ?? '',
    open_rosa_server: origin,
  };
}

function pairs(choices: readonly SettingChoice[]) {
  return choices.map(({ value, label }) => [value, label] as const);
}
