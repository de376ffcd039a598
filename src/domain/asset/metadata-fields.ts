/** Field of a form in a client, with its English label. */
export interface MetadataField {
  readonly name: string;
  readonly label: string;
  readonly required: boolean;
}

const optional = (name: string, label: string): MetadataField => ({ name, label, required: false });

/** Keys of `extra_details` that clients ask users for. A profile may lack a name, but a change cannot blank it. */
export const USER_METADATA_FIELDS: readonly MetadataField[] = [
  { name: 'name', label: 'Full name', required: true },
  optional('organization', 'Organization name'),
  optional('organization_website', 'Organization website'),
  optional('organization_type', 'Organization type'),
  optional('sector', 'Primary sector'),
  optional('gender', 'Gender'),
  optional('bio', 'Bio'),
  optional('city', 'City'),
  optional('country', 'Country'),
  optional('twitter', 'Twitter'),
  optional('linkedin', 'LinkedIn'),
  optional('instagram', 'Instagram'),
  optional('newsletter_subscription', 'Receive the newsletter'),
];

/** Keys of a project's `settings` that clients ask for; the service requires none. */
export const PROJECT_METADATA_FIELDS: readonly MetadataField[] = [
  optional('sector', 'Sector'),
  optional('country', 'Country'),
  optional('description', 'Description'),
];
