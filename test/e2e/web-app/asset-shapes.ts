import type { Shape } from '../../support/response-shape';

const ASSIGNMENT: Shape = { url: 'string', user: 'string', permission: 'string', label: 'string|object' };

export const ASSET_IN_LIST: Shape = {
  url: 'string',
  owner: 'string',
  owner__username: 'string',
  owner_label: 'string',
  parent: 'string|null',
  settings: 'object',
  asset_type: 'string',
  summary: {
    geo: 'boolean',
    labels: ['string'],
    columns: ['string'],
    languages: ['string|null'],
    row_count: 'number',
    // False for a collection, as KoboToolbox has it.
    default_translation: 'string|null|boolean',
  },
  date_created: 'string',
  date_modified: 'string',
  date_deployed: 'string|null',
  version_id: 'string|null',
  has_deployment: 'boolean',
  deployed_version_id: 'string|null',
  deployment__active: 'boolean',
  deployment__submission_count: 'number',
  deployment_status: 'string',
  downloads: [{ format: 'string', url: 'string' }],
  tag_string: 'string',
  uid: 'string',
  kind: 'string',
  name: 'string',
  permissions: [ASSIGNMENT],
  data: 'string',
  children: { count: 'number' },
  subscribers_count: 'number',
  status: 'string',
  access_types: 'list|null',
};

export const ASSET: Shape = {
  ...(ASSET_IN_LIST as object),
  files: ['object'],
  version__content_hash: 'string|null',
  version_count: 'number',
  deployed_versions: {
    count: 'number',
    next: 'string|null',
    previous: 'string|null',
    results: [
      {
        uid: 'string',
        url: 'string',
        content_hash: 'string',
        date_deployed: 'string',
        date_modified: 'string',
      },
    ],
  },
  deployment__links: {
    url: 'string',
    single_url: 'string',
    single_once_url: 'string',
    offline_url: 'string',
    preview_url: 'string',
    iframe_url: 'string',
    single_iframe_url: 'string',
    single_once_iframe_url: 'string',
  },
  deployment__data_download_links: {
    csv_legacy: 'string',
    csv: 'string',
    xls_legacy: 'string',
    xls: 'string',
    kml_legacy: 'string',
    zip_legacy: 'string',
  },
  deployment__last_submission_time: 'string|null',
  deployment__encrypted: 'boolean',
  deployment__uuid: 'string|null',
  report_styles: { default: 'object', specified: 'object', kuid_names: 'object' },
  report_custom: 'object',
  advanced_features: 'object',
  map_styles: 'object',
  map_custom: 'object',
  content: {
    schema: 'string',
    survey: [{ $kuid: 'string', type: 'string' }],
    choices: [{ $kuid: 'string', list_name: 'string', name: 'string' }],
    settings: 'object',
    translated: ['string'],
    translations: ['string|null'],
  },
  embeds: [{ format: 'string', url: 'string' }],
  analysis_form_json: { additional_fields: ['object'] },
  xform_link: 'string',
  hooks_link: 'string',
  xls_link: 'string',
  assignable_permissions: [{ url: 'string', label: 'string|object' }],
  effective_permissions: [{ codename: 'string' }],
  exports: 'string',
  export_settings: ['object'],
  data_sharing: 'object',
  paired_data: 'string',
  project_ownership: 'object|null',
  last_modified_by: 'string|null',
  created_by: 'string|null',
};

export const SUBMISSION: Shape = {
  _id: 'number',
  _uuid: 'string',
  _submission_time: 'string',
  _submitted_by: 'string|null',
  _status: 'string',
  _validation_status: 'object',
  _attachments: [
    {
      uid: 'string',
      filename: 'string',
      mimetype: 'string',
      download_url: 'string',
      media_file_basename: 'string',
      download_small_url: 'string',
      question_xpath: 'string',
    },
  ],
  _geolocation: ['number|null'],
  _xform_id_string: 'string',
  'meta/instanceID': 'string',
  'meta/rootUuid': 'string',
};

export const ASSET_FILE: Shape = {
  uid: 'string',
  url: 'string',
  asset: 'string',
  user: 'string',
  user__username: 'string',
  file_type: 'string',
  description: 'string',
  date_created: 'string',
  content: 'string',
  metadata: { filename: 'string', hash: 'string', mimetype: 'string' },
};

export const EXPORT: Shape = {
  url: 'string',
  status: 'string',
  messages: 'object',
  uid: 'string',
  date_created: 'string',
  last_submission_time: 'string|null',
  result: 'string|null',
  data: 'object',
};

export const EXPORT_SETTING: Shape = {
  uid: 'string',
  url: 'string',
  data_url_csv: 'string',
  data_url_xlsx: 'string',
  name: 'string',
  date_modified: 'string',
  export_settings: 'object',
};

export const FEATURE: Shape = {
  action: 'string',
  params: ['object'],
  question_xpath: 'string',
  uid: 'string',
};

export const HOOK: Shape = {
  active: 'boolean',
  asset: 'number|string',
  auth_level: 'string',
  date_modified: 'string',
  email_notification: 'boolean',
  endpoint: 'string',
  export_type: 'string',
  failed_count: 'number',
  logs_url: 'string',
  name: 'string',
  payload_template: 'string|null',
  pending_count: 'number',
  settings: 'object',
  subset_fields: ['string'],
  success_count: 'number',
  uid: 'string',
  url: 'string',
};

export const HOOK_LOG: Shape = {
  url: 'string',
  uid: 'string',
  submission_id: 'number',
  tries: 'number',
  status: 'number',
  status_str: 'string',
  status_code: 'number|null',
  message: 'string',
  date_modified: 'string',
};

export const HISTORY_ENTRY: Shape = {
  user: 'string',
  user_uid: 'string',
  username: 'string',
  action: 'string',
  metadata: 'object',
  date_created: 'string',
};

export const ACCESS_LOG_ENTRY: Shape = {
  user: 'string',
  user_uid: 'string',
  username: 'string',
  metadata: 'object',
  date_created: 'string',
};

export const PAIRED_DATA: Shape = {
  source: 'string',
  source__name: 'string',
  fields: ['string'],
  filename: 'string',
  url: 'string',
};

export const INVITE: Shape = {
  url: 'string',
  sender: 'string',
  recipient: 'string',
  status: 'string',
  date_created: 'string',
  date_modified: 'string',
  transfers: [{ url: 'string', asset: 'string', asset__name: 'string', status: 'string' }],
};
