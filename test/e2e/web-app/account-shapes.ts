import type { Shape } from '../../support/response-shape';

/** Types of the fields that screens read, as the schema that KoboToolbox publishes has them. */
const CHOICE: Shape = ['any'];

export const pageOf = (item: Shape): Shape => ({
  count: 'number',
  next: 'string|null',
  previous: 'string|null',
  results: [item],
});

const METADATA_FIELD: Shape = { name: 'string', label: 'string', required: 'boolean' };

export const ENVIRONMENT: Shape = {
  terms_of_service_url: 'string',
  privacy_policy_url: 'string',
  source_code_url: 'string',
  support_email: 'string',
  support_url: 'string',
  academy_url: 'string',
  community_url: 'string',
  frontend_min_retry_time: 'number',
  frontend_max_retry_time: 'number',
  use_team_label: 'boolean',
  usage_limit_enforcement: 'boolean',
  allow_self_account_deletion: 'boolean',
  project_history_log_lifespan: 'number',
  sector_choices: [CHOICE],
  operational_purpose_choices: [CHOICE],
  country_choices: [CHOICE],
  interface_languages: [CHOICE],
  mfa_localized_help_text: 'string',
  mfa_enabled: 'boolean',
  mfa_code_length: 'number',
  superuser_auth_enforcement: 'boolean',
  enable_password_entropy_meter: 'boolean',
  enable_custom_password_guidance_text: 'boolean',
  custom_password_localized_help_text: 'string',
  project_metadata_fields: [METADATA_FIELD],
  extra_project_metadata_fields: [METADATA_FIELD],
  user_metadata_fields: [METADATA_FIELD],
  social_apps: ['object'],
  asr_mt_features_enabled: 'boolean',
  submission_placeholder: 'string',
  stripe_public_key: 'string|null',
  terms_of_service__sitewidemessage__exists: 'boolean',
  open_rosa_server: 'string',
};

export const PROFILE: Shape = {
  username: 'string',
  first_name: 'string',
  last_name: 'string',
  email: 'string',
  is_superuser: 'boolean',
  server_time: 'string',
  date_joined: 'string',
  projects_url: 'string',
  gravatar: 'string',
  last_login: 'string|null',
  extra_details: { name: 'string', organization: 'string', require_auth: 'boolean' },
  git_rev: 'boolean|object',
  social_accounts: ['object'],
  validated_password: 'boolean',
  accepted_tos: 'boolean',
  organization: { url: 'string', name: 'string', uid: 'string' },
  extra_details__uid: 'string',
};

export const PERMISSION: Shape = {
  url: 'string',
  codename: 'string',
  implied: ['string'],
  contradictory: ['string'],
  name: 'string',
};

export const ORGANIZATION: Shape = {
  id: 'string',
  url: 'string',
  name: 'string',
  website: 'string',
  organization_type: 'string',
  created: 'string',
  modified: 'string',
  is_owner: 'boolean',
  is_mmo: 'boolean',
  request_user_role: 'string',
  members: 'string',
  assets: 'string',
  service_usage: 'string',
  asset_usage: 'string',
};

export const PROJECT_VIEW: Shape = {
  uid: 'string',
  name: 'string',
  url: 'string',
  assets: 'string',
  users: 'string',
  countries: ['string'],
  permissions: ['string'],
  assigned_users: ['string'],
};

export const MESSAGE: Shape = {
  url: 'string',
  uid: 'string',
  title: 'string',
  snippet: 'string',
  body: 'string',
  html: { snippet: 'string', body: 'string' },
  interactions: 'object',
  always_display_as_new: 'boolean',
};

export const MFA_METHOD: Shape = {
  name: 'string',
  is_primary: 'boolean',
  is_active: 'boolean',
  date_created: 'string',
  date_modified: 'string',
  date_disabled: 'string|null',
};

export const MEMBER: Shape = {
  role: 'string',
  url: 'string',
  user: 'string',
  user__username: 'string',
  user__email: 'string',
  user__extra_details__name: 'string',
  user__has_mfa_enabled: 'boolean',
  user__has_sso_enabled: 'boolean',
  date_joined: 'string',
  user__is_active: 'boolean',
  invite: 'null',
};

export const DEPLOYMENT_COUNTS: Shape = {
  deployed_count: 'number',
  archived_count: 'number',
  draft_count: 'number',
};

export const SERVICE_USAGE: Shape = {
  total_nlp_usage: {
    asr_seconds_current_period: 'number',
    llm_requests_current_period: 'number',
    mt_characters_current_period: 'number',
    asr_seconds_all_time: 'number',
    llm_requests_all_time: 'number',
    mt_characters_all_time: 'number',
  },
  total_storage_bytes: 'number',
  total_submission_count: { all_time: 'number', current_period: 'number' },
  balances: {
    submission: 'object|null',
    storage_bytes: 'object|null',
    asr_seconds: 'object|null',
    mt_characters: 'object|null',
    llm_requests: 'object|null',
  },
  current_period_start: 'string',
  current_period_end: 'string',
  last_updated: 'string',
};

const ASSET_NLP: Shape = {
  total_nlp_asr_seconds: 'number',
  total_nlp_llm_requests: 'number',
  total_nlp_mt_characters: 'number',
};

export const ASSET_USAGE: Shape = {
  asset: 'string',
  asset__name: 'string',
  nlp_usage_current_period: ASSET_NLP,
  nlp_usage_all_time: ASSET_NLP,
  storage_bytes: 'number',
  submission_count_current_period: 'number',
  submission_count_all_time: 'number',
  deployment_status: 'string',
};
