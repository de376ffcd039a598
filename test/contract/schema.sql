CREATE SEQUENCE hook_delivery_id_seq AS bigint START 1 INCREMENT 1 CACHE 1;

CREATE SEQUENCE schema_migration_id_seq AS integer START 1 INCREMENT 1 CACHE 1;

CREATE SEQUENCE submission_id_seq AS bigint START 1 INCREMENT 1 CACHE 1;

CREATE TABLE answer_index (
  asset_id integer NOT NULL,
  path text NOT NULL,
  kind text NOT NULL,
  last_used date NOT NULL,
  scans bigint NOT NULL DEFAULT 0,
  CONSTRAINT answer_index_pk PRIMARY KEY (asset_id, path, kind),
  CONSTRAINT answer_index_asset_fk FOREIGN KEY (asset_id) REFERENCES asset(id) ON DELETE CASCADE,
  CONSTRAINT answer_index_kind_check CHECK ((kind = ANY (ARRAY['text'::text, 'number'::text, 'double'::text])))
);

CREATE TABLE api_token (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  user_id integer NOT NULL,
  key_hash bytea NOT NULL,
  encrypted_key bytea,
  is_default boolean NOT NULL,
  date_created timestamp(3) with time zone NOT NULL DEFAULT now(),
  uid text,
  name text NOT NULL DEFAULT ''::text,
  scopes text[] NOT NULL DEFAULT '{read,write}'::text[],
  date_expires timestamp(3) with time zone,
  date_last_used timestamp(3) with time zone,
  CONSTRAINT api_token_key_hash_key UNIQUE (key_hash),
  CONSTRAINT api_token_uid_key UNIQUE (uid),
  CONSTRAINT api_token_pk PRIMARY KEY (id),
  CONSTRAINT api_token_user_fk FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE,
  CONSTRAINT api_token_default_check CHECK (
CASE
    WHEN is_default THEN ((uid IS NULL) AND (date_expires IS NULL))
    ELSE ((uid IS NOT NULL) AND (encrypted_key IS NULL))
END),
  CONSTRAINT api_token_scopes_check CHECK (((scopes <@ '{read,write}'::text[]) AND (scopes <> '{}'::text[])))
);
CREATE UNIQUE INDEX api_token_default_key ON public.api_token USING btree (user_id) WHERE is_default;
CREATE INDEX api_token_user_idx ON public.api_token USING btree (user_id, id) WHERE (NOT is_default);
CREATE TRIGGER api_token_announce AFTER DELETE OR UPDATE OF user_id, key_hash, scopes, date_expires ON public.api_token FOR EACH ROW EXECUTE FUNCTION announce_change('user', 'user_id');

CREATE TABLE app_user (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  username text NOT NULL,
  password_hash text,
  email text NOT NULL DEFAULT ''::text,
  first_name text NOT NULL DEFAULT ''::text,
  last_name text NOT NULL DEFAULT ''::text,
  is_superuser boolean NOT NULL DEFAULT false,
  is_active boolean NOT NULL DEFAULT true,
  extra_details jsonb NOT NULL DEFAULT '{}'::jsonb,
  extra_details_uid text NOT NULL,
  date_joined timestamp(3) with time zone NOT NULL DEFAULT now(),
  last_login timestamp(3) with time zone,
  extra_details_modified timestamp(3) with time zone,
  mfa_required boolean NOT NULL DEFAULT false,
  unverified_email text,
  date_deactivated timestamp(3) with time zone,
  CONSTRAINT app_user_extra_details_uid_key UNIQUE (extra_details_uid),
  CONSTRAINT app_user_pk PRIMARY KEY (id)
);
CREATE UNIQUE INDEX app_user_username_key ON public.app_user USING btree (lower(username));
CREATE TRIGGER app_user_announce AFTER DELETE OR UPDATE OF username, password_hash, is_superuser, is_active, mfa_required ON public.app_user FOR EACH ROW EXECUTE FUNCTION announce_change('user', 'id');
CREATE TRIGGER app_user_noted AFTER UPDATE OF username, is_active, email, extra_details ON public.app_user FOR EACH ROW EXECUTE FUNCTION note_change_of_all();

CREATE TABLE asset (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  uid text NOT NULL,
  owner_id integer NOT NULL,
  parent_id integer,
  asset_type text NOT NULL,
  name text NOT NULL DEFAULT ''::text,
  content json NOT NULL,
  summary jsonb NOT NULL DEFAULT '{}'::jsonb,
  settings jsonb NOT NULL DEFAULT '{}'::jsonb,
  tags text[] NOT NULL DEFAULT '{}'::text[],
  data_sharing jsonb NOT NULL DEFAULT '{}'::jsonb,
  report_styles jsonb NOT NULL DEFAULT '{}'::jsonb,
  report_custom jsonb NOT NULL DEFAULT '{}'::jsonb,
  map_styles jsonb NOT NULL DEFAULT '{}'::jsonb,
  map_custom jsonb NOT NULL DEFAULT '{}'::jsonb,
  advanced_features jsonb NOT NULL DEFAULT '{}'::jsonb,
  created_by text,
  last_modified_by text,
  date_created timestamp(3) with time zone NOT NULL,
  date_modified timestamp(3) with time zone NOT NULL,
  date_deleted timestamp(3) with time zone,
  search_text text NOT NULL DEFAULT ''::text,
  is_purging boolean NOT NULL DEFAULT false,
  CONSTRAINT asset_uid_key UNIQUE (uid),
  CONSTRAINT asset_pk PRIMARY KEY (id),
  CONSTRAINT asset_owner_fk FOREIGN KEY (owner_id) REFERENCES app_user(id),
  CONSTRAINT asset_parent_fk FOREIGN KEY (parent_id) REFERENCES asset(id) ON DELETE SET NULL,
  CONSTRAINT asset_type_check CHECK ((asset_type = ANY (ARRAY['block'::text, 'question'::text, 'survey'::text, 'template'::text, 'collection'::text, 'empty'::text])))
);
CREATE INDEX asset_deleted_idx ON public.asset USING btree (date_deleted) WHERE (date_deleted IS NOT NULL);
CREATE INDEX asset_empty_idx ON public.asset USING btree (date_created) WHERE (asset_type = 'empty'::text);
CREATE INDEX asset_owner_idx ON public.asset USING btree (owner_id, date_modified DESC);
CREATE INDEX asset_parent_idx ON public.asset USING btree (parent_id) WHERE (parent_id IS NOT NULL);
CREATE INDEX asset_search_idx ON public.asset USING gin (search_text gin_trgm_ops);
CREATE INDEX asset_tags_idx ON public.asset USING gin (tags);
CREATE TRIGGER asset_announce AFTER DELETE OR UPDATE OF owner_id, asset_type, date_deleted, name ON public.asset FOR EACH ROW EXECUTE FUNCTION announce_change('asset', 'id');
CREATE TRIGGER asset_noted AFTER INSERT OR DELETE OR UPDATE ON public.asset FOR EACH ROW EXECUTE FUNCTION note_asset_change();
CREATE TRIGGER asset_search_text BEFORE INSERT OR UPDATE OF name, owner_id, settings, summary, tags ON public.asset FOR EACH ROW EXECUTE FUNCTION asset_search_text();

CREATE TABLE asset_change (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  transaction_id bigint NOT NULL DEFAULT ((pg_current_xact_id())::text)::bigint,
  asset_id integer,
  user_id integer,
  CONSTRAINT asset_change_pk PRIMARY KEY (id)
);
CREATE INDEX asset_change_transaction_idx ON public.asset_change USING btree (transaction_id);

CREATE TABLE asset_file (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  uid text NOT NULL,
  asset_id integer NOT NULL,
  user_id integer NOT NULL,
  file_type text NOT NULL,
  description text NOT NULL,
  name text NOT NULL,
  mimetype text NOT NULL,
  md5 text NOT NULL,
  metadata jsonb NOT NULL,
  sha256 bytea,
  byte_size bigint NOT NULL,
  redirect_url text,
  date_created timestamp(3) with time zone NOT NULL,
  date_removed timestamp(3) with time zone,
  CONSTRAINT asset_file_uid_key UNIQUE (uid),
  CONSTRAINT asset_file_pk PRIMARY KEY (id),
  CONSTRAINT asset_file_asset_fk FOREIGN KEY (asset_id) REFERENCES asset(id) ON DELETE CASCADE,
  CONSTRAINT asset_file_user_fk FOREIGN KEY (user_id) REFERENCES app_user(id),
  CONSTRAINT asset_file_place_check CHECK (((sha256 IS NULL) <> (redirect_url IS NULL)))
);
CREATE INDEX asset_file_asset_idx ON public.asset_file USING btree (asset_id);
CREATE UNIQUE INDEX asset_file_media_name_key ON public.asset_file USING btree (asset_id, name) WHERE ((file_type = 'form_media'::text) AND (date_removed IS NULL));
CREATE INDEX asset_file_sha256_idx ON public.asset_file USING btree (sha256);
CREATE INDEX asset_file_user_idx ON public.asset_file USING btree (user_id);
CREATE TRIGGER asset_file_noted AFTER INSERT OR DELETE OR UPDATE ON public.asset_file FOR EACH ROW EXECUTE FUNCTION note_change_of_asset();

CREATE TABLE asset_snapshot (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  uid text NOT NULL,
  owner_id integer NOT NULL,
  asset_id integer,
  version_id integer,
  source json,
  xml text NOT NULL,
  warnings text[] NOT NULL,
  date_created timestamp(3) with time zone NOT NULL,
  date_used timestamp(3) with time zone NOT NULL,
  CONSTRAINT asset_snapshot_uid_key UNIQUE (uid),
  CONSTRAINT asset_snapshot_version_key UNIQUE (version_id),
  CONSTRAINT asset_snapshot_pk PRIMARY KEY (id),
  CONSTRAINT asset_snapshot_asset_fk FOREIGN KEY (asset_id) REFERENCES asset(id) ON DELETE CASCADE,
  CONSTRAINT asset_snapshot_owner_fk FOREIGN KEY (owner_id) REFERENCES app_user(id) ON DELETE CASCADE,
  CONSTRAINT asset_snapshot_version_fk FOREIGN KEY (version_id) REFERENCES asset_version(id) ON DELETE CASCADE,
  CONSTRAINT asset_snapshot_source_check CHECK (
CASE
    WHEN (version_id IS NULL) THEN (source IS NOT NULL)
    ELSE ((source IS NULL) AND (asset_id IS NOT NULL))
END)
);
CREATE INDEX asset_snapshot_asset_idx ON public.asset_snapshot USING btree (asset_id);
CREATE INDEX asset_snapshot_owner_idx ON public.asset_snapshot USING btree (owner_id);
CREATE INDEX asset_snapshot_used_idx ON public.asset_snapshot USING btree (date_used);

CREATE TABLE asset_subscription (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  uid text NOT NULL,
  asset_id integer NOT NULL,
  user_id integer NOT NULL,
  date_created timestamp(3) with time zone NOT NULL,
  CONSTRAINT asset_subscription_key UNIQUE (user_id, asset_id),
  CONSTRAINT asset_subscription_uid_key UNIQUE (uid),
  CONSTRAINT asset_subscription_pk PRIMARY KEY (id),
  CONSTRAINT asset_subscription_asset_fk FOREIGN KEY (asset_id) REFERENCES asset(id) ON DELETE CASCADE,
  CONSTRAINT asset_subscription_user_fk FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE
);
CREATE INDEX asset_subscription_asset_idx ON public.asset_subscription USING btree (asset_id);
CREATE TRIGGER asset_subscription_noted AFTER INSERT OR DELETE OR UPDATE ON public.asset_subscription FOR EACH ROW EXECUTE FUNCTION note_change_of_asset('user_id');

CREATE TABLE asset_version (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  uid text NOT NULL,
  asset_id integer NOT NULL,
  name text NOT NULL,
  content json NOT NULL,
  content_hash text NOT NULL,
  deployed boolean NOT NULL DEFAULT false,
  date_modified timestamp(3) with time zone NOT NULL,
  facts json,
  CONSTRAINT asset_version_uid_key UNIQUE (uid),
  CONSTRAINT asset_version_pk PRIMARY KEY (id),
  CONSTRAINT asset_version_asset_fk FOREIGN KEY (asset_id) REFERENCES asset(id) ON DELETE CASCADE
);
CREATE INDEX asset_version_asset_idx ON public.asset_version USING btree (asset_id, id DESC) INCLUDE (uid, content_hash, deployed);
CREATE TRIGGER asset_version_noted AFTER INSERT OR DELETE OR UPDATE ON public.asset_version FOR EACH ROW EXECUTE FUNCTION note_change_of_asset();

CREATE TABLE attachment (
  asset_id integer NOT NULL,
  submission_id bigint NOT NULL,
  uid text NOT NULL,
  name text NOT NULL,
  name_key text NOT NULL,
  mimetype text NOT NULL,
  byte_size bigint NOT NULL,
  sha256 bytea NOT NULL,
  question_xpath text NOT NULL DEFAULT ''::text,
  date_created timestamp(3) with time zone NOT NULL,
  date_dropped timestamp(3) with time zone,
  date_deleted timestamp(3) with time zone,
  CONSTRAINT attachment_pk PRIMARY KEY (asset_id, submission_id, uid),
  CONSTRAINT attachment_submission_fk FOREIGN KEY (asset_id, submission_id) REFERENCES submission(asset_id, id) ON DELETE CASCADE
) PARTITION BY HASH (asset_id);
-- 16 partitions: FOR VALUES WITH (modulus 16, remainder n)
CREATE UNIQUE INDEX attachment_name_key ON ONLY public.attachment USING btree (asset_id, submission_id, name_key) WHERE (date_dropped IS NULL);
CREATE INDEX attachment_sha256_idx ON ONLY public.attachment USING btree (sha256);

CREATE TABLE audit_entry (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  date_created timestamp(3) with time zone NOT NULL,
  log text NOT NULL,
  action text NOT NULL,
  user_id integer,
  username text NOT NULL,
  credential text,
  address text,
  agent text,
  asset_id integer,
  asset_uid text,
  metadata jsonb NOT NULL DEFAULT '{}'::jsonb,
  CONSTRAINT audit_entry_pk PRIMARY KEY (id),
  CONSTRAINT audit_entry_log_check CHECK ((log = ANY (ARRAY['project'::text, 'access'::text, 'service'::text])))
);
CREATE INDEX audit_entry_asset_idx ON public.audit_entry USING btree (asset_id, id DESC) WHERE (log = 'project'::text);
CREATE INDEX audit_entry_log_idx ON public.audit_entry USING btree (log, id DESC);
CREATE INDEX audit_entry_user_idx ON public.audit_entry USING btree (user_id, id DESC) WHERE (log = 'access'::text);
CREATE TRIGGER audit_entry_grows BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_entry FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE collector_link (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  uid text NOT NULL,
  asset_id integer NOT NULL,
  name text NOT NULL,
  key_hash bytea NOT NULL,
  created_by text,
  date_created timestamp(3) with time zone NOT NULL,
  CONSTRAINT collector_link_key_hash_key UNIQUE (key_hash),
  CONSTRAINT collector_link_uid_key UNIQUE (uid),
  CONSTRAINT collector_link_pk PRIMARY KEY (id),
  CONSTRAINT collector_link_asset_fk FOREIGN KEY (asset_id) REFERENCES asset(id) ON DELETE CASCADE
);
CREATE INDEX collector_link_asset_idx ON public.collector_link USING btree (asset_id);

CREATE TABLE deleted_submission (
  asset_id integer NOT NULL,
  id bigint NOT NULL,
  root_uuid text NOT NULL,
  uuid text NOT NULL,
  xml_hash bytea NOT NULL,
  attachment_count integer NOT NULL DEFAULT 0,
  version_uid text,
  submitted_by text,
  date_submitted timestamp(3) with time zone NOT NULL,
  date_modified timestamp(3) with time zone NOT NULL,
  answers jsonb NOT NULL,
  json text NOT NULL,
  xml text NOT NULL,
  validation_status jsonb,
  date_deleted timestamp(3) with time zone NOT NULL,
  deleted_by text,
  CONSTRAINT deleted_submission_pk PRIMARY KEY (asset_id, id),
  CONSTRAINT deleted_submission_asset_fk FOREIGN KEY (asset_id) REFERENCES asset(id) ON DELETE CASCADE
) PARTITION BY HASH (asset_id);
-- 16 partitions: FOR VALUES WITH (modulus 16, remainder n)
CREATE INDEX deleted_submission_expiry_idx ON ONLY public.deleted_submission USING btree (date_deleted);
CREATE INDEX deleted_submission_list_idx ON ONLY public.deleted_submission USING btree (asset_id, date_deleted, id);

CREATE TABLE deleted_submission_part (
  asset_id integer NOT NULL,
  submission_id bigint NOT NULL,
  kind text NOT NULL,
  name text NOT NULL,
  sha256 bytea,
  data jsonb NOT NULL,
  CONSTRAINT deleted_submission_part_pk PRIMARY KEY (asset_id, submission_id, kind, name),
  CONSTRAINT deleted_submission_part_submission_fk FOREIGN KEY (asset_id, submission_id) REFERENCES deleted_submission(asset_id, id) ON DELETE CASCADE,
  CONSTRAINT deleted_submission_part_kind_check CHECK ((kind = ANY (ARRAY['attachment'::text, 'submission_history'::text, 'supplement_version'::text, 'migrated_submission'::text, 'submission_note'::text])))
) PARTITION BY HASH (asset_id);
-- 16 partitions: FOR VALUES WITH (modulus 16, remainder n)
CREATE INDEX deleted_submission_part_sha256_idx ON ONLY public.deleted_submission_part USING btree (sha256) WHERE (sha256 IS NOT NULL);

CREATE TABLE deployment (
  asset_id integer NOT NULL,
  uuid text NOT NULL,
  active boolean NOT NULL,
  version_id integer NOT NULL,
  version_label text NOT NULL,
  xml text NOT NULL,
  xml_md5 text NOT NULL,
  facts jsonb NOT NULL,
  encrypted boolean NOT NULL,
  date_deployed timestamp(3) with time zone NOT NULL,
  date_modified timestamp(3) with time zone NOT NULL,
  past_file_paths text[] NOT NULL DEFAULT '{}'::text[],
  former_form_id text,
  CONSTRAINT deployment_uuid_key UNIQUE (uuid),
  CONSTRAINT deployment_pk PRIMARY KEY (asset_id),
  CONSTRAINT deployment_asset_fk FOREIGN KEY (asset_id) REFERENCES asset(id) ON DELETE CASCADE,
  CONSTRAINT deployment_version_fk FOREIGN KEY (version_id) REFERENCES asset_version(id)
);
CREATE INDEX deployment_former_form_id_idx ON public.deployment USING btree (former_form_id) WHERE (former_form_id IS NOT NULL);
CREATE TRIGGER deployment_announce AFTER INSERT OR DELETE OR UPDATE ON public.deployment FOR EACH ROW EXECUTE FUNCTION announce_change('asset', 'asset_id');
CREATE TRIGGER deployment_noted AFTER INSERT OR DELETE OR UPDATE ON public.deployment FOR EACH ROW EXECUTE FUNCTION note_change_of_asset();

CREATE TABLE entity (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  list_id integer NOT NULL,
  uuid uuid NOT NULL,
  version integer NOT NULL,
  label text NOT NULL,
  data jsonb NOT NULL,
  conflict text,
  date_created timestamp(3) with time zone NOT NULL,
  date_modified timestamp(3) with time zone NOT NULL,
  date_deleted timestamp(3) with time zone,
  CONSTRAINT entity_uuid_key UNIQUE (list_id, uuid),
  CONSTRAINT entity_pk PRIMARY KEY (id),
  CONSTRAINT entity_list_fk FOREIGN KEY (list_id) REFERENCES entity_list(id) ON DELETE CASCADE,
  CONSTRAINT entity_conflict_check CHECK ((conflict = ANY (ARRAY['soft'::text, 'hard'::text])))
);
CREATE INDEX entity_list_idx ON public.entity USING btree (list_id, id) INCLUDE (version, date_deleted);

CREATE TABLE entity_list (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  uid text NOT NULL,
  owner_id integer NOT NULL,
  name text NOT NULL,
  properties jsonb NOT NULL,
  date_created timestamp(3) with time zone NOT NULL,
  date_modified timestamp(3) with time zone NOT NULL,
  approval_required boolean NOT NULL DEFAULT false,
  CONSTRAINT entity_list_name_key UNIQUE (owner_id, name),
  CONSTRAINT entity_list_uid_key UNIQUE (uid),
  CONSTRAINT entity_list_pk PRIMARY KEY (id),
  CONSTRAINT entity_list_owner_fk FOREIGN KEY (owner_id) REFERENCES app_user(id) ON DELETE CASCADE
);

CREATE TABLE entity_list_use (
  list_id integer NOT NULL,
  asset_id integer NOT NULL,
  declares boolean NOT NULL,
  reads boolean NOT NULL,
  CONSTRAINT entity_list_use_pk PRIMARY KEY (asset_id, list_id),
  CONSTRAINT entity_list_use_asset_fk FOREIGN KEY (asset_id) REFERENCES asset(id) ON DELETE CASCADE,
  CONSTRAINT entity_list_use_list_fk FOREIGN KEY (list_id) REFERENCES entity_list(id) ON DELETE CASCADE
);
CREATE INDEX entity_list_use_list_idx ON public.entity_list_use USING btree (list_id);

CREATE TABLE entity_problem (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  asset_id integer NOT NULL,
  submission_id bigint NOT NULL,
  list_id integer,
  uuid uuid,
  problem text NOT NULL,
  node jsonb NOT NULL,
  created_by text,
  date_created timestamp(3) with time zone NOT NULL,
  CONSTRAINT entity_problem_pk PRIMARY KEY (id),
  CONSTRAINT entity_problem_asset_fk FOREIGN KEY (asset_id) REFERENCES asset(id) ON DELETE CASCADE,
  CONSTRAINT entity_problem_list_fk FOREIGN KEY (list_id) REFERENCES entity_list(id) ON DELETE CASCADE
);
CREATE INDEX entity_problem_asset_idx ON public.entity_problem USING btree (asset_id, id);
CREATE INDEX entity_problem_list_idx ON public.entity_problem USING btree (list_id);
CREATE INDEX entity_problem_submission_idx ON public.entity_problem USING btree (asset_id, submission_id);
CREATE INDEX entity_problem_waiting_idx ON public.entity_problem USING btree (list_id, uuid) WHERE (problem = 'waiting'::text);

CREATE TABLE entity_version (
  entity_id bigint NOT NULL,
  version integer NOT NULL,
  label text NOT NULL,
  data jsonb NOT NULL,
  base_version integer,
  trunk_version integer,
  branch_id uuid,
  branch_base integer,
  conflicting jsonb NOT NULL,
  asset_id integer,
  submission_id bigint,
  created_by text,
  date_created timestamp(3) with time zone NOT NULL,
  CONSTRAINT entity_version_pk PRIMARY KEY (entity_id, version),
  CONSTRAINT entity_version_asset_fk FOREIGN KEY (asset_id) REFERENCES asset(id) ON DELETE SET NULL,
  CONSTRAINT entity_version_entity_fk FOREIGN KEY (entity_id) REFERENCES entity(id) ON DELETE CASCADE
);
CREATE INDEX entity_version_asset_idx ON public.entity_version USING btree (asset_id, submission_id) WHERE (asset_id IS NOT NULL);

CREATE TABLE export_setting (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  uid text NOT NULL,
  asset_id integer NOT NULL,
  name text NOT NULL,
  request jsonb NOT NULL,
  date_modified timestamp(3) with time zone NOT NULL,
  CONSTRAINT export_setting_uid_key UNIQUE (uid),
  CONSTRAINT export_setting_pk PRIMARY KEY (id),
  CONSTRAINT export_setting_asset_fk FOREIGN KEY (asset_id) REFERENCES asset(id) ON DELETE CASCADE
);
CREATE INDEX export_setting_asset_idx ON public.export_setting USING btree (asset_id, id DESC);
CREATE TRIGGER export_setting_noted AFTER INSERT OR DELETE OR UPDATE ON public.export_setting FOR EACH ROW EXECUTE FUNCTION note_change_of_asset();

CREATE TABLE export_task (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  uid text NOT NULL,
  asset_id integer NOT NULL,
  user_id integer NOT NULL,
  status text NOT NULL,
  messages jsonb NOT NULL DEFAULT '{}'::jsonb,
  attempt integer NOT NULL DEFAULT 0,
  rows_done integer,
  rows_total integer,
  date_created timestamp(3) with time zone NOT NULL,
  date_modified timestamp(3) with time zone NOT NULL,
  request jsonb NOT NULL,
  origin text NOT NULL,
  row_filter text,
  file_name text,
  sha256 bytea,
  byte_size bigint,
  last_submission_time timestamp(3) with time zone,
  date_started timestamp(3) with time zone,
  CONSTRAINT export_task_file_key UNIQUE (asset_id, user_id, file_name),
  CONSTRAINT export_task_uid_key UNIQUE (uid),
  CONSTRAINT export_task_pk PRIMARY KEY (id),
  CONSTRAINT export_task_asset_fk FOREIGN KEY (asset_id) REFERENCES asset(id) ON DELETE CASCADE,
  CONSTRAINT export_task_user_fk FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE,
  CONSTRAINT export_task_status_check CHECK ((status = ANY (ARRAY['created'::text, 'processing'::text, 'complete'::text, 'error'::text])))
);
CREATE INDEX export_task_open_idx ON public.export_task USING btree (date_modified) WHERE (status = ANY (ARRAY['created'::text, 'processing'::text]));
CREATE INDEX export_task_sha256_idx ON public.export_task USING btree (sha256) WHERE (sha256 IS NOT NULL);
CREATE INDEX export_task_user_idx ON public.export_task USING btree (user_id, asset_id, id);

CREATE TABLE form_draft (
  asset_id integer NOT NULL,
  user_id integer NOT NULL,
  content json NOT NULL,
  base_version_uid text NOT NULL,
  revision text NOT NULL,
  date_modified timestamp(3) with time zone NOT NULL,
  CONSTRAINT form_draft_pk PRIMARY KEY (asset_id, user_id),
  CONSTRAINT form_draft_asset_fk FOREIGN KEY (asset_id) REFERENCES asset(id) ON DELETE CASCADE,
  CONSTRAINT form_draft_user_fk FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE
);
CREATE INDEX form_draft_user_idx ON public.form_draft USING btree (user_id);

CREATE TABLE hook (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  uid text NOT NULL,
  asset_id integer NOT NULL,
  name text NOT NULL,
  endpoint text NOT NULL,
  active boolean NOT NULL,
  export_type text NOT NULL,
  auth_level text NOT NULL,
  settings bytea NOT NULL,
  secret bytea,
  email_notification boolean NOT NULL,
  sends_changes boolean NOT NULL,
  subset_fields jsonb NOT NULL,
  payload_template text,
  origin text NOT NULL,
  date_modified timestamp(3) with time zone NOT NULL,
  CONSTRAINT hook_uid_key UNIQUE (uid),
  CONSTRAINT hook_pk PRIMARY KEY (id),
  CONSTRAINT hook_asset_fk FOREIGN KEY (asset_id) REFERENCES asset(id) ON DELETE CASCADE,
  CONSTRAINT hook_auth_level_check CHECK ((auth_level = ANY (ARRAY['no_auth'::text, 'basic_auth'::text]))),
  CONSTRAINT hook_export_type_check CHECK ((export_type = ANY (ARRAY['json'::text, 'xml'::text])))
);
CREATE INDEX hook_asset_idx ON public.hook USING btree (asset_id, id DESC);
CREATE TRIGGER hook_announce AFTER INSERT OR DELETE OR UPDATE OF active, sends_changes ON public.hook FOR EACH ROW EXECUTE FUNCTION announce_change('asset', 'asset_id');

CREATE TABLE hook_delivery (
  id bigint NOT NULL DEFAULT nextval('hook_delivery_id_seq'::regclass),
  uid text NOT NULL,
  hook_id integer NOT NULL,
  asset_id integer NOT NULL,
  submission_id bigint NOT NULL,
  cause text NOT NULL,
  status smallint NOT NULL,
  tries integer NOT NULL,
  status_code integer,
  message text NOT NULL,
  date_due timestamp(3) with time zone NOT NULL,
  date_modified timestamp(3) with time zone NOT NULL,
  CONSTRAINT hook_delivery_pk PRIMARY KEY (uid),
  CONSTRAINT hook_delivery_hook_fk FOREIGN KEY (hook_id) REFERENCES hook(id) ON DELETE CASCADE,
  CONSTRAINT hook_delivery_cause_check CHECK ((cause = ANY (ARRAY['created'::text, 'updated'::text, 'came'::text, 'changed'::text]))),
  CONSTRAINT hook_delivery_status_check CHECK (((status >= 0) AND (status <= 3)))
);
CREATE INDEX hook_delivery_hook_idx ON public.hook_delivery USING btree (hook_id, status, id DESC);
CREATE INDEX hook_delivery_open_idx ON public.hook_delivery USING btree (hook_id, date_due, id) WHERE (status = ANY (ARRAY[1, 3]));

CREATE TABLE image_rendition (
  source_sha256 bytea NOT NULL,
  longest_side integer NOT NULL,
  sha256 bytea NOT NULL,
  mimetype text NOT NULL,
  byte_size bigint NOT NULL,
  date_created timestamp(3) with time zone NOT NULL,
  CONSTRAINT image_rendition_pk PRIMARY KEY (source_sha256, longest_side)
);
CREATE INDEX image_rendition_sha256_idx ON public.image_rendition USING btree (sha256);

CREATE TABLE import_task (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  uid text NOT NULL,
  user_id integer NOT NULL,
  status text NOT NULL,
  request jsonb NOT NULL,
  source bytea,
  messages jsonb NOT NULL DEFAULT '{}'::jsonb,
  date_created timestamp(3) with time zone NOT NULL,
  date_modified timestamp(3) with time zone NOT NULL,
  source_sha256 bytea,
  attempt integer NOT NULL DEFAULT 0,
  rows_done integer,
  rows_total integer,
  date_started timestamp(3) with time zone,
  CONSTRAINT import_task_uid_key UNIQUE (uid),
  CONSTRAINT import_task_pk PRIMARY KEY (id),
  CONSTRAINT import_task_user_fk FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE,
  CONSTRAINT import_task_rows_done_check CHECK ((rows_done >= 0)),
  CONSTRAINT import_task_rows_total_check CHECK ((rows_total >= 0)),
  CONSTRAINT import_task_status_check CHECK ((status = ANY (ARRAY['created'::text, 'processing'::text, 'complete'::text, 'error'::text])))
);
CREATE INDEX import_task_open_idx ON public.import_task USING btree (date_modified) WHERE (status = ANY (ARRAY['created'::text, 'processing'::text]));
CREATE INDEX import_task_user_idx ON public.import_task USING btree (user_id, id);

CREATE TABLE in_app_message (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  uid text NOT NULL,
  recipient_id integer,
  invite_uid text,
  title text NOT NULL,
  snippet text NOT NULL,
  body text NOT NULL,
  published boolean NOT NULL,
  always_display_as_new boolean NOT NULL,
  valid_from timestamp(3) with time zone NOT NULL,
  valid_until timestamp(3) with time zone NOT NULL,
  CONSTRAINT in_app_message_uid_key UNIQUE (uid),
  CONSTRAINT in_app_message_pkey PRIMARY KEY (id),
  CONSTRAINT in_app_message_recipient_fkey FOREIGN KEY (recipient_id) REFERENCES app_user(id) ON DELETE CASCADE
);
CREATE INDEX in_app_message_invite ON public.in_app_message USING btree (invite_uid) WHERE (invite_uid IS NOT NULL);
CREATE INDEX in_app_message_recipient ON public.in_app_message USING btree (recipient_id) WHERE (recipient_id IS NOT NULL);
CREATE INDEX in_app_message_valid_until ON public.in_app_message USING btree (valid_until);

CREATE TABLE in_app_message_interaction (
  message_id integer NOT NULL,
  user_id integer NOT NULL,
  interactions jsonb NOT NULL,
  CONSTRAINT in_app_message_interaction_pkey PRIMARY KEY (message_id, user_id),
  CONSTRAINT in_app_message_interaction_message_fkey FOREIGN KEY (message_id) REFERENCES in_app_message(id) ON DELETE CASCADE,
  CONSTRAINT in_app_message_interaction_user_fkey FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE
);
CREATE INDEX in_app_message_interaction_user ON public.in_app_message_interaction USING btree (user_id);

CREATE TABLE instance_setting (
  name text NOT NULL,
  value text NOT NULL,
  CONSTRAINT instance_setting_pk PRIMARY KEY (name)
);

CREATE TABLE known_address (
  user_id integer NOT NULL,
  address_hash bytea NOT NULL,
  date_seen timestamp(3) with time zone NOT NULL,
  CONSTRAINT known_address_pk PRIMARY KEY (user_id, address_hash),
  CONSTRAINT known_address_user_fk FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE
);
CREATE INDEX known_address_seen_idx ON public.known_address USING btree (date_seen);

CREATE TABLE mfa_method (
  user_id integer NOT NULL,
  encrypted_secret bytea,
  is_active boolean NOT NULL DEFAULT false,
  last_step integer NOT NULL DEFAULT 0,
  date_created timestamp(3) with time zone NOT NULL,
  date_modified timestamp(3) with time zone NOT NULL,
  date_disabled timestamp(3) with time zone,
  CONSTRAINT mfa_method_pkey PRIMARY KEY (user_id),
  CONSTRAINT mfa_method_user_fkey FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE,
  CONSTRAINT mfa_method_secret_check CHECK (((encrypted_secret IS NOT NULL) OR (NOT is_active)))
);
CREATE TRIGGER mfa_method_announce AFTER DELETE OR UPDATE OF is_active ON public.mfa_method FOR EACH ROW EXECUTE FUNCTION announce_change('user', 'user_id');

CREATE TABLE migrated_asset (
  asset_id integer NOT NULL,
  source_id integer NOT NULL,
  complete boolean NOT NULL DEFAULT false,
  date_modified timestamp(3) with time zone NOT NULL,
  CONSTRAINT migrated_asset_pk PRIMARY KEY (asset_id),
  CONSTRAINT migrated_asset_asset_fk FOREIGN KEY (asset_id) REFERENCES asset(id) ON DELETE CASCADE,
  CONSTRAINT migrated_asset_source_fk FOREIGN KEY (source_id) REFERENCES migration_source(id)
);
CREATE INDEX migrated_asset_source_idx ON public.migrated_asset USING btree (source_id);

CREATE TABLE migrated_submission (
  asset_id integer NOT NULL,
  submission_id bigint NOT NULL,
  source_submission_id bigint NOT NULL,
  fingerprint bytea,
  CONSTRAINT migrated_submission_source_key UNIQUE (asset_id, source_submission_id),
  CONSTRAINT migrated_submission_pk PRIMARY KEY (asset_id, submission_id),
  CONSTRAINT migrated_submission_submission_fk FOREIGN KEY (asset_id, submission_id) REFERENCES submission(asset_id, id) ON DELETE CASCADE
);

CREATE TABLE migration_source (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  name text NOT NULL,
  date_created timestamp(3) with time zone NOT NULL,
  date_finished timestamp(3) with time zone,
  report jsonb,
  CONSTRAINT migration_source_name_key UNIQUE (name),
  CONSTRAINT migration_source_pk PRIMARY KEY (id)
);

CREATE TABLE migration_task (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  uid text NOT NULL,
  user_id integer NOT NULL,
  status text NOT NULL,
  request jsonb NOT NULL,
  token bytea,
  step jsonb,
  messages jsonb NOT NULL DEFAULT '{}'::jsonb,
  attempt integer NOT NULL DEFAULT 0,
  rows_done integer,
  rows_total integer,
  date_created timestamp(3) with time zone NOT NULL,
  date_modified timestamp(3) with time zone NOT NULL,
  date_started timestamp(3) with time zone,
  CONSTRAINT migration_task_uid_key UNIQUE (uid),
  CONSTRAINT migration_task_pk PRIMARY KEY (id),
  CONSTRAINT migration_task_user_fk FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE,
  CONSTRAINT migration_task_rows_done_check CHECK ((rows_done >= 0)),
  CONSTRAINT migration_task_rows_total_check CHECK ((rows_total >= 0)),
  CONSTRAINT migration_task_status_check CHECK ((status = ANY (ARRAY['created'::text, 'processing'::text, 'complete'::text, 'error'::text]))),
  CONSTRAINT migration_task_token_check CHECK (((token IS NULL) OR (status = ANY (ARRAY['created'::text, 'processing'::text]))))
);
CREATE INDEX migration_task_open_idx ON public.migration_task USING btree (date_modified) WHERE (status = ANY (ARRAY['created'::text, 'processing'::text]));
CREATE INDEX migration_task_user_idx ON public.migration_task USING btree (user_id, id);

CREATE TABLE oauth_application (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  client_id text NOT NULL,
  owner_id integer NOT NULL,
  name text NOT NULL,
  client_type text NOT NULL,
  secret_hash bytea,
  redirect_uris text[] NOT NULL,
  date_created timestamp(3) with time zone NOT NULL,
  date_modified timestamp(3) with time zone NOT NULL,
  CONSTRAINT oauth_application_client_id_key UNIQUE (client_id),
  CONSTRAINT oauth_application_pk PRIMARY KEY (id),
  CONSTRAINT oauth_application_owner_fk FOREIGN KEY (owner_id) REFERENCES app_user(id) ON DELETE CASCADE,
  CONSTRAINT oauth_application_client_type_check CHECK ((client_type = ANY (ARRAY['confidential'::text, 'public'::text]))),
  CONSTRAINT oauth_application_secret_check CHECK (((client_type = 'confidential'::text) = (secret_hash IS NOT NULL)))
);
CREATE INDEX oauth_application_owner_idx ON public.oauth_application USING btree (owner_id, id);

CREATE TABLE oauth_grant (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  application_id integer NOT NULL,
  user_id integer NOT NULL,
  scopes text[] NOT NULL,
  code_hash bytea NOT NULL,
  redirect_uri text,
  code_challenge text,
  date_created timestamp(3) with time zone NOT NULL,
  date_code_expires timestamp(3) with time zone NOT NULL,
  date_code_used timestamp(3) with time zone,
  date_revoked timestamp(3) with time zone,
  CONSTRAINT oauth_grant_code_hash_key UNIQUE (code_hash),
  CONSTRAINT oauth_grant_pk PRIMARY KEY (id),
  CONSTRAINT oauth_grant_application_fk FOREIGN KEY (application_id) REFERENCES oauth_application(id) ON DELETE CASCADE,
  CONSTRAINT oauth_grant_user_fk FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE
);
CREATE INDEX oauth_grant_application_idx ON public.oauth_grant USING btree (application_id);
CREATE INDEX oauth_grant_revoked_idx ON public.oauth_grant USING btree (date_revoked) WHERE (date_revoked IS NOT NULL);
CREATE INDEX oauth_grant_unused_idx ON public.oauth_grant USING btree (date_code_expires) WHERE (date_code_used IS NULL);
CREATE INDEX oauth_grant_user_idx ON public.oauth_grant USING btree (user_id, application_id) WHERE (date_revoked IS NULL);
CREATE TRIGGER oauth_grant_announce AFTER DELETE OR UPDATE OF date_revoked ON public.oauth_grant FOR EACH ROW EXECUTE FUNCTION announce_change('user', 'user_id');

CREATE TABLE oauth_token (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  grant_id integer NOT NULL,
  user_id integer NOT NULL,
  scopes text[] NOT NULL,
  access_hash bytea NOT NULL,
  refresh_hash bytea NOT NULL,
  date_created timestamp(3) with time zone NOT NULL,
  date_expires timestamp(3) with time zone NOT NULL,
  date_rotated timestamp(3) with time zone,
  CONSTRAINT oauth_token_access_hash_key UNIQUE (access_hash),
  CONSTRAINT oauth_token_refresh_hash_key UNIQUE (refresh_hash),
  CONSTRAINT oauth_token_pk PRIMARY KEY (id),
  CONSTRAINT oauth_token_grant_fk FOREIGN KEY (grant_id) REFERENCES oauth_grant(id) ON DELETE CASCADE,
  CONSTRAINT oauth_token_user_fk FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE
);
CREATE INDEX oauth_token_grant_idx ON public.oauth_token USING btree (grant_id);
CREATE INDEX oauth_token_rotated_idx ON public.oauth_token USING btree (date_rotated) WHERE (date_rotated IS NOT NULL);
CREATE INDEX oauth_token_user_idx ON public.oauth_token USING btree (user_id);
CREATE TRIGGER oauth_token_announce AFTER DELETE OR UPDATE ON public.oauth_token FOR EACH ROW EXECUTE FUNCTION announce_change('user', 'user_id');

CREATE TABLE ownership_invite (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  uid text NOT NULL,
  sender_id integer NOT NULL,
  recipient_id integer NOT NULL,
  status text NOT NULL,
  date_created timestamp(3) with time zone NOT NULL,
  date_modified timestamp(3) with time zone NOT NULL,
  CONSTRAINT ownership_invite_uid_key UNIQUE (uid),
  CONSTRAINT ownership_invite_pk PRIMARY KEY (id),
  CONSTRAINT ownership_invite_recipient_fk FOREIGN KEY (recipient_id) REFERENCES app_user(id) ON DELETE CASCADE,
  CONSTRAINT ownership_invite_sender_fk FOREIGN KEY (sender_id) REFERENCES app_user(id) ON DELETE CASCADE,
  CONSTRAINT ownership_invite_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'accepted'::text, 'in_progress'::text, 'complete'::text, 'declined'::text, 'cancelled'::text, 'expired'::text, 'failed'::text])))
);
CREATE INDEX ownership_invite_pending_idx ON public.ownership_invite USING btree (date_created) WHERE (status = 'pending'::text);
CREATE INDEX ownership_invite_recipient_idx ON public.ownership_invite USING btree (recipient_id, id DESC);
CREATE INDEX ownership_invite_sender_idx ON public.ownership_invite USING btree (sender_id, id DESC);
CREATE TRIGGER ownership_invite_noted AFTER UPDATE ON public.ownership_invite FOR EACH ROW EXECUTE FUNCTION note_change_of_invite();

CREATE TABLE ownership_transfer (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  uid text NOT NULL,
  invite_id integer NOT NULL,
  asset_id integer NOT NULL,
  status text NOT NULL,
  error text,
  date_modified timestamp(3) with time zone NOT NULL,
  CONSTRAINT ownership_transfer_key UNIQUE (invite_id, asset_id),
  CONSTRAINT ownership_transfer_uid_key UNIQUE (uid),
  CONSTRAINT ownership_transfer_pk PRIMARY KEY (id),
  CONSTRAINT ownership_transfer_asset_fk FOREIGN KEY (asset_id) REFERENCES asset(id) ON DELETE CASCADE,
  CONSTRAINT ownership_transfer_invite_fk FOREIGN KEY (invite_id) REFERENCES ownership_invite(id) ON DELETE CASCADE,
  CONSTRAINT ownership_transfer_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'in_progress'::text, 'success'::text, 'cancelled'::text, 'expired'::text, 'failed'::text])))
);
CREATE INDEX ownership_transfer_asset_idx ON public.ownership_transfer USING btree (asset_id, id DESC);
CREATE UNIQUE INDEX ownership_transfer_pending_key ON public.ownership_transfer USING btree (asset_id) WHERE (status = 'pending'::text);
CREATE TRIGGER ownership_transfer_noted AFTER INSERT OR DELETE OR UPDATE ON public.ownership_transfer FOR EACH ROW EXECUTE FUNCTION note_change_of_asset();

CREATE UNLOGGED TABLE paired_content (
  paired_data_id integer NOT NULL,
  fingerprint text NOT NULL,
  md5 text NOT NULL,
  xml text,
  date_created timestamp with time zone NOT NULL,
  CONSTRAINT paired_content_pk PRIMARY KEY (paired_data_id),
  CONSTRAINT paired_content_paired_data_fk FOREIGN KEY (paired_data_id) REFERENCES paired_data(id) ON DELETE CASCADE
);

CREATE TABLE paired_data (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  uid text NOT NULL,
  asset_id integer NOT NULL,
  source_id integer,
  fields jsonb NOT NULL,
  filename text NOT NULL,
  date_created timestamp(3) with time zone NOT NULL,
  date_modified timestamp(3) with time zone NOT NULL,
  CONSTRAINT paired_data_filename_key UNIQUE (asset_id, filename),
  CONSTRAINT paired_data_source_key UNIQUE (asset_id, source_id),
  CONSTRAINT paired_data_uid_key UNIQUE (uid),
  CONSTRAINT paired_data_pk PRIMARY KEY (id),
  CONSTRAINT paired_data_asset_fk FOREIGN KEY (asset_id) REFERENCES asset(id) ON DELETE CASCADE,
  CONSTRAINT paired_data_source_fk FOREIGN KEY (source_id) REFERENCES asset(id) ON DELETE SET NULL
);
CREATE INDEX paired_data_source_idx ON public.paired_data USING btree (source_id);

CREATE TABLE permission_assignment (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  uid text NOT NULL,
  asset_id integer NOT NULL,
  user_id integer NOT NULL,
  codename text NOT NULL,
  partial_grants jsonb,
  inherited boolean NOT NULL DEFAULT false,
  CONSTRAINT permission_assignment_key UNIQUE (asset_id, user_id, codename),
  CONSTRAINT permission_assignment_uid_key UNIQUE (uid),
  CONSTRAINT permission_assignment_pk PRIMARY KEY (id),
  CONSTRAINT permission_assignment_asset_fk FOREIGN KEY (asset_id) REFERENCES asset(id) ON DELETE CASCADE,
  CONSTRAINT permission_assignment_user_fk FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE,
  CONSTRAINT permission_assignment_partial_check CHECK (((partial_grants IS NULL) OR (codename = 'partial_submissions'::text)))
);
CREATE INDEX permission_assignment_user_idx ON public.permission_assignment USING btree (user_id, codename) INCLUDE (asset_id);
CREATE TRIGGER permission_assignment_announce AFTER INSERT OR DELETE OR UPDATE ON public.permission_assignment FOR EACH ROW EXECUTE FUNCTION announce_change('asset', 'asset_id');
CREATE TRIGGER permission_assignment_noted AFTER INSERT OR DELETE OR UPDATE ON public.permission_assignment FOR EACH ROW EXECUTE FUNCTION note_change_of_asset('user_id');

CREATE TABLE permission_denial (
  asset_id integer NOT NULL,
  user_id integer NOT NULL,
  codename text NOT NULL,
  CONSTRAINT permission_denial_pk PRIMARY KEY (asset_id, user_id, codename),
  CONSTRAINT permission_denial_asset_fk FOREIGN KEY (asset_id) REFERENCES asset(id) ON DELETE CASCADE,
  CONSTRAINT permission_denial_user_fk FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE,
  CONSTRAINT permission_denial_codename_check CHECK ((codename = ANY (ARRAY['view_asset'::text, 'change_asset'::text])))
);
CREATE INDEX permission_denial_user_idx ON public.permission_denial USING btree (user_id);

CREATE TABLE project_view (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  uid text NOT NULL,
  name text NOT NULL,
  countries text[] NOT NULL,
  permissions text[] NOT NULL,
  date_created timestamp(3) with time zone NOT NULL,
  CONSTRAINT project_view_uid_key UNIQUE (uid),
  CONSTRAINT project_view_pk PRIMARY KEY (id)
);

CREATE TABLE project_view_user (
  view_id integer NOT NULL,
  user_id integer NOT NULL,
  CONSTRAINT project_view_user_pk PRIMARY KEY (view_id, user_id),
  CONSTRAINT project_view_user_user_fk FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE,
  CONSTRAINT project_view_user_view_fk FOREIGN KEY (view_id) REFERENCES project_view(id) ON DELETE CASCADE
);
CREATE INDEX project_view_user_user_idx ON public.project_view_user USING btree (user_id);

CREATE TABLE question_feature (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  uid text NOT NULL,
  asset_id integer NOT NULL,
  question_xpath text NOT NULL,
  action text NOT NULL,
  params json NOT NULL,
  date_created timestamp(3) with time zone NOT NULL,
  date_modified timestamp(3) with time zone NOT NULL,
  CONSTRAINT question_feature_action_key UNIQUE (asset_id, question_xpath, action),
  CONSTRAINT question_feature_uid_key UNIQUE (uid),
  CONSTRAINT question_feature_pk PRIMARY KEY (id),
  CONSTRAINT question_feature_asset_fk FOREIGN KEY (asset_id) REFERENCES asset(id) ON DELETE CASCADE,
  CONSTRAINT question_feature_action_check CHECK ((action = ANY (ARRAY['manual_transcription'::text, 'manual_translation'::text, 'manual_qual'::text])))
);
CREATE TRIGGER question_feature_noted AFTER INSERT OR DELETE OR UPDATE ON public.question_feature FOR EACH ROW EXECUTE FUNCTION note_change_of_asset();

CREATE TABLE recovery_code (
  user_id integer NOT NULL,
  code_hash bytea NOT NULL,
  CONSTRAINT recovery_code_pkey PRIMARY KEY (user_id, code_hash),
  CONSTRAINT recovery_code_user_fkey FOREIGN KEY (user_id) REFERENCES mfa_method(user_id) ON DELETE CASCADE
);

CREATE TABLE schema_migration (
  id integer NOT NULL DEFAULT nextval('schema_migration_id_seq'::regclass),
  timestamp bigint NOT NULL,
  name character varying NOT NULL,
  CONSTRAINT PK_0edff5015b71cc0389ae0f4b9a1 PRIMARY KEY (id)
);

CREATE TABLE session (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  user_id integer NOT NULL,
  key_hash bytea NOT NULL,
  password_stamp bytea NOT NULL,
  date_created timestamp(3) with time zone NOT NULL,
  date_expires timestamp(3) with time zone NOT NULL,
  mfa_passed boolean NOT NULL DEFAULT false,
  address text,
  agent text,
  date_last_used timestamp(3) with time zone,
  CONSTRAINT session_key_hash_key UNIQUE (key_hash),
  CONSTRAINT session_pk PRIMARY KEY (id),
  CONSTRAINT session_user_fk FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE
);
CREATE INDEX session_expires_idx ON public.session USING btree (date_expires);
CREATE INDEX session_user_idx ON public.session USING btree (user_id);
CREATE TRIGGER session_announce AFTER DELETE OR UPDATE OF user_id, password_stamp, mfa_passed, date_expires ON public.session FOR EACH ROW EXECUTE FUNCTION announce_change('user', 'user_id');

CREATE TABLE sign_in_failure (
  name text NOT NULL,
  failures integer NOT NULL,
  date_ends timestamp(3) with time zone NOT NULL,
  CONSTRAINT sign_in_failure_pk PRIMARY KEY (name)
);

CREATE TABLE submission (
  asset_id integer NOT NULL,
  id bigint NOT NULL,
  root_uuid text NOT NULL,
  uuid text NOT NULL,
  xml_hash bytea NOT NULL,
  attachment_count integer NOT NULL DEFAULT 0,
  version_uid text,
  submitted_by text,
  date_submitted timestamp(3) with time zone NOT NULL,
  date_modified timestamp(3) with time zone NOT NULL,
  answers jsonb NOT NULL,
  json text NOT NULL,
  xml text NOT NULL,
  validation_status jsonb,
  CONSTRAINT submission_root_uuid_key UNIQUE (asset_id, root_uuid),
  CONSTRAINT submission_pk PRIMARY KEY (asset_id, id) INCLUDE (attachment_count),
  CONSTRAINT submission_asset_fk FOREIGN KEY (asset_id) REFERENCES asset(id) ON DELETE CASCADE
) PARTITION BY HASH (asset_id);
-- 16 partitions: FOR VALUES WITH (modulus 16, remainder n)
CREATE INDEX submission_time_idx ON ONLY public.submission USING btree (asset_id, date_submitted) INCLUDE (id, attachment_count);
CREATE INDEX submission_uuid_idx ON ONLY public.submission USING btree (asset_id, uuid) WHERE (uuid <> root_uuid);

CREATE TABLE submission_change (
  asset_id integer NOT NULL,
  transaction_id bigint NOT NULL,
  submission_id bigint NOT NULL,
  kind text NOT NULL,
  date_changed timestamp(3) with time zone NOT NULL,
  former_status jsonb,
  seen_by integer[],
  CONSTRAINT submission_change_pk PRIMARY KEY (asset_id, transaction_id, submission_id),
  CONSTRAINT submission_change_asset_fk FOREIGN KEY (asset_id) REFERENCES asset(id) ON DELETE CASCADE,
  CONSTRAINT submission_change_kind_check CHECK ((kind = ANY (ARRAY['created'::text, 'edited'::text, 'attachments'::text, 'validation_status'::text, 'deleted'::text])))
) PARTITION BY HASH (asset_id);
-- 16 partitions: FOR VALUES WITH (modulus 16, remainder n)

CREATE TABLE submission_history (
  asset_id integer NOT NULL,
  submission_id bigint NOT NULL,
  uuid text NOT NULL,
  xml_hash bytea NOT NULL,
  version_uid text,
  xml text NOT NULL,
  date_replaced timestamp(3) with time zone NOT NULL,
  replaced_by text,
  CONSTRAINT submission_history_pk PRIMARY KEY (asset_id, submission_id, uuid),
  CONSTRAINT submission_history_submission_fk FOREIGN KEY (asset_id, submission_id) REFERENCES submission(asset_id, id) ON DELETE CASCADE
) PARTITION BY HASH (asset_id);
-- 16 partitions: FOR VALUES WITH (modulus 16, remainder n)
CREATE INDEX submission_history_uuid_idx ON ONLY public.submission_history USING btree (asset_id, uuid);

CREATE TABLE submission_note (
  asset_id integer NOT NULL,
  submission_id bigint NOT NULL,
  ordinal integer NOT NULL,
  body text NOT NULL,
  created_by text,
  date_created timestamp(3) with time zone,
  CONSTRAINT submission_note_pk PRIMARY KEY (asset_id, submission_id, ordinal),
  CONSTRAINT submission_note_submission_fk FOREIGN KEY (asset_id, submission_id) REFERENCES submission(asset_id, id) ON DELETE CASCADE
) PARTITION BY HASH (asset_id);
-- 16 partitions: FOR VALUES WITH (modulus 16, remainder n)

CREATE TABLE submission_rereading (
  asset_id integer NOT NULL,
  last_id bigint NOT NULL,
  CONSTRAINT submission_rereading_pk PRIMARY KEY (asset_id),
  CONSTRAINT submission_rereading_asset_fk FOREIGN KEY (asset_id) REFERENCES asset(id) ON DELETE CASCADE
);

CREATE UNLOGGED TABLE submission_summary (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  asset_id integer NOT NULL,
  key text NOT NULL,
  plan jsonb NOT NULL,
  snapshot text NOT NULL,
  last_used date NOT NULL,
  part_count integer,
  CONSTRAINT submission_summary_key_key UNIQUE (asset_id, key),
  CONSTRAINT submission_summary_pk PRIMARY KEY (id),
  CONSTRAINT submission_summary_asset_fk FOREIGN KEY (asset_id) REFERENCES asset(id) ON DELETE CASCADE
);

CREATE UNLOGGED TABLE submission_summary_part (
  summary_id integer NOT NULL,
  part bigint NOT NULL,
  data bytea NOT NULL,
  CONSTRAINT submission_summary_part_pk PRIMARY KEY (summary_id, part),
  CONSTRAINT submission_summary_part_summary_fk FOREIGN KEY (summary_id) REFERENCES submission_summary(id) ON DELETE CASCADE
);

CREATE TABLE submission_tally (
  asset_id integer NOT NULL,
  day date NOT NULL,
  slot integer NOT NULL,
  submissions integer NOT NULL,
  last_submitted timestamp(3) with time zone,
  first_id bigint NOT NULL DEFAULT 0,
  last_id bigint NOT NULL DEFAULT '9007199254740991'::bigint,
  CONSTRAINT submission_tally_pk PRIMARY KEY (asset_id, day, slot),
  CONSTRAINT submission_tally_asset_fk FOREIGN KEY (asset_id) REFERENCES asset(id) ON DELETE CASCADE
) WITH (fillfactor=40);
CREATE INDEX submission_tally_open_idx ON public.submission_tally USING btree (asset_id) WHERE (slot >= 0);

CREATE TABLE submission_total (
  asset_id integer NOT NULL,
  submissions integer NOT NULL,
  last_submitted timestamp(3) with time zone,
  CONSTRAINT submission_total_pk PRIMARY KEY (asset_id),
  CONSTRAINT submission_total_asset_fk FOREIGN KEY (asset_id) REFERENCES asset(id) ON DELETE CASCADE
);

CREATE TABLE supplement_version (
  asset_id integer NOT NULL,
  submission_id bigint NOT NULL,
  ordinal integer NOT NULL,
  uuid uuid NOT NULL,
  question_xpath text NOT NULL,
  action text NOT NULL,
  subject text NOT NULL,
  data jsonb NOT NULL,
  transcript_uuid uuid,
  created_by text,
  date_created timestamp(3) with time zone NOT NULL,
  date_verified timestamp(3) with time zone,
  CONSTRAINT supplement_version_pk PRIMARY KEY (asset_id, submission_id, ordinal),
  CONSTRAINT supplement_version_submission_fk FOREIGN KEY (asset_id, submission_id) REFERENCES submission(asset_id, id) ON DELETE CASCADE,
  CONSTRAINT supplement_version_action_check CHECK ((action = ANY (ARRAY['manual_transcription'::text, 'manual_translation'::text, 'manual_qual'::text])))
) PARTITION BY HASH (asset_id);
-- 16 partitions: FOR VALUES WITH (modulus 16, remainder n)

CREATE OR REPLACE FUNCTION public.announce_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  subject text := TG_ARGV[0];
  key_column text := TG_ARGV[1];
  changed jsonb := to_jsonb(CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END);
BEGIN
  PERFORM pg_notify('fieldhouse_change', subject || ':' || (changed ->> key_column));
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.asset_changed(since pg_snapshot, of_asset integer)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
BEGIN
  RETURN since IS NULL OR EXISTS (
    SELECT FROM asset_change c
     WHERE c.transaction_id >= pg_snapshot_xmin(since)::text::bigint
       AND NOT pg_visible_in_snapshot(c.transaction_id::text::xid8, since)
       AND (c.asset_id IS NULL OR c.asset_id = of_asset
            -- A collection shows the number of its children.
            OR EXISTS (SELECT FROM asset AS child WHERE child.id = c.asset_id AND child.parent_id = of_asset))
  ) OR coalesce(pg_snapshot_xmin(since) < (
    SELECT value FROM instance_setting WHERE name = 'asset changes known since'
  )::xid8, false);
END $function$;

CREATE OR REPLACE FUNCTION public.asset_search_text()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  NEW.search_text := lower(concat_ws(chr(10),
    NEW.name, NEW.uid, (SELECT username FROM app_user WHERE id = NEW.owner_id),
    NEW.settings ->> 'description', NEW.settings ->> 'extra_metadata',
    array_to_string(NEW.tags, chr(10)), NEW.summary::text) COLLATE "und-x-icu");
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.assets_changed(since pg_snapshot, readers integer[], anybody boolean)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
BEGIN
  RETURN since IS NULL OR EXISTS (
    SELECT FROM asset_change c
     WHERE c.transaction_id >= pg_snapshot_xmin(since)::text::bigint
       AND NOT pg_visible_in_snapshot(c.transaction_id::text::xid8, since)
       AND (anybody OR c.asset_id IS NULL OR c.user_id = ANY(readers) OR EXISTS (
             SELECT FROM permission_assignment p WHERE p.asset_id = c.asset_id AND p.user_id = ANY(readers)))
  ) OR coalesce(pg_snapshot_xmin(since) < (
    SELECT value FROM instance_setting WHERE name = 'asset changes known since'
  )::xid8, false);
END $function$;

CREATE OR REPLACE FUNCTION public.entity_states(assets integer[], lists text[], uuids uuid[], received integer[])
 RETURNS TABLE(place integer, list_id integer, list_tag text, name text, properties jsonb, approval_required boolean, entity_tag text, is_deleted boolean, conflict text, versions json, is_awaited boolean)
 LANGUAGE plpgsql
 STABLE
AS $function$
BEGIN
  -- One by one: as a join, a list without statistics of the planner is read as a whole.
  FOR i IN 1 .. cardinality(uuids) LOOP
    SELECT l.id, l.xmin::text, l.name, l.properties, l.approval_required
      INTO list_id, list_tag, name, properties, approval_required
      FROM entity_list_use u JOIN entity_list l ON l.id = u.list_id
     WHERE u.asset_id = assets[i] AND u.declares AND l.name = lists[i];
    CONTINUE WHEN NOT FOUND;
    SELECT e.xmin::text, e.date_deleted IS NOT NULL, e.conflict, (
             SELECT json_agg(json_build_object('version', v.version, 'label', v.label, 'data', v.data,
                                               'branchId', v.branch_id, 'branchBase', v.branch_base)
                             ORDER BY v.version)
               FROM entity_version v
              WHERE v.entity_id = e.id AND v.version >= least(e.version, received[i])
           )
      INTO entity_tag, is_deleted, conflict, versions
      FROM entity e WHERE e.list_id = entity_states.list_id AND e.uuid = uuids[i];
    is_awaited := EXISTS (
      SELECT FROM entity_problem p
       WHERE p.list_id = entity_states.list_id AND p.uuid = uuids[i] AND p.problem = 'waiting'
    );
    place := i;
    RETURN NEXT;
  END LOOP;
END $function$;

CREATE OR REPLACE FUNCTION public.note_asset_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO asset_change (asset_id, user_id)
  SELECT id, owner_id FROM (VALUES (NEW.id, NEW.owner_id), (OLD.id, OLD.owner_id),
                                   (NEW.parent_id, NULL), (OLD.parent_id, NULL)) AS changed (id, owner_id)
   WHERE id IS NOT NULL GROUP BY id, owner_id;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.note_change_of_all()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO asset_change DEFAULT VALUES;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.note_change_of_asset()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_ARGV[0] = 'user_id' THEN
    INSERT INTO asset_change (asset_id, user_id)
    SELECT * FROM (VALUES (NEW.asset_id, NEW.user_id), (OLD.asset_id, OLD.user_id)) AS changed (id, user_id)
     WHERE id IS NOT NULL GROUP BY id, user_id;
  ELSE
    INSERT INTO asset_change (asset_id) VALUES (coalesce(NEW.asset_id, OLD.asset_id));
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.note_change_of_invite()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO asset_change (asset_id) SELECT asset_id FROM ownership_transfer WHERE invite_id = NEW.id;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.note_deliveries(asset integer, submissions bigint[], cause text, moment timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  -- Generates the uids here, because only this statement knows how many are needed.
  INSERT INTO hook_delivery
    (uid, hook_id, asset_id, submission_id, cause, status, tries, message, date_due, date_modified)
  SELECT 'hl' || substr(translate(encode(uuid_send(gen_random_uuid()), 'base64'), '01IOl+/', '2345678'), 1, 21),
         hook.id, hook.asset_id, submission, replace(note_deliveries.cause, 'came', 'created'), 1, 0, '', moment, moment
    FROM hook CROSS JOIN unnest(submissions) AS submission
   WHERE hook.asset_id = asset AND hook.active AND (note_deliveries.cause IN ('created', 'came') OR hook.sends_changes);
END $function$;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION '% only grows', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $function$;

CREATE OR REPLACE FUNCTION public.store_entity_submissions(assets integer[], root_uuids text[], uuids text[], xml_hashes bytea[], version_uids text[], submitters text[], moments timestamp with time zone[], answers text[], members text[], xmls text[], notes text[], versions jsonb)
 RETURNS TABLE(id bigint, outcome text)
 LANGUAGE plpgsql
 SET lock_timeout TO '200ms'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
DECLARE
  list_ids integer[] := ARRAY(
    SELECT (SELECT l.id FROM entity_list_use u JOIN entity_list l ON l.id = u.list_id
             WHERE u.asset_id = assets[v.place] AND u.declares AND l.name = v.list AND l.properties @> v.properties
               AND NOT (v.follows IS NULL AND l.approval_required))
      FROM jsonb_to_recordset(versions) AS v (place integer, list text, properties jsonb, follows integer)
  );
  contested integer[] := '{}';
  ids bigint[];
  number integer := 0;
  added record;
  changed entity;
BEGIN
  -- Keeps the lists from being deleted, then locks entities in the order of EntityIntakeRepository.lock.
  PERFORM FROM entity_list l WHERE l.id = ANY (list_ids) ORDER BY l.id::text COLLATE "C" FOR KEY SHARE;
  PERFORM pg_advisory_xact_lock(hashtextextended(locks.name, 0))
    FROM (SELECT DISTINCT concat_ws(' ', 'entity', list_id, left(uuid, 2)) COLLATE "C" AS name
            FROM unnest(list_ids, ARRAY(SELECT v ->> 'uuid' FROM jsonb_array_elements(versions) v)) AS e (list_id, uuid)
           WHERE list_id IS NOT NULL ORDER BY name) locks;

  -- Each statement from here on sees what others committed before the locks were got.
  FOR added IN
    SELECT * FROM jsonb_to_recordset(versions)
      AS v (place integer, uuid uuid, follows integer, continues boolean, trunk_version integer, branch_id uuid,
            branch_base integer)
  LOOP
    number := number + 1;
    IF list_ids[number] IS NULL
      OR EXISTS (SELECT FROM entity_problem p
                  WHERE p.list_id = list_ids[number] AND p.uuid = added.uuid AND p.problem = 'waiting')
      OR added.follows IS NULL AND EXISTS (
           SELECT FROM entity e WHERE e.list_id = list_ids[number] AND e.uuid = added.uuid)
      OR added.follows IS NOT NULL AND NOT EXISTS (
           SELECT FROM entity e
            WHERE e.list_id = list_ids[number] AND e.uuid = added.uuid AND e.version = added.follows
              AND e.date_deleted IS NULL
              AND (NOT added.continues OR EXISTS (
                    SELECT FROM entity_version v
                     WHERE v.entity_id = e.id AND v.version = e.version AND v.branch_id = added.branch_id
                       AND v.branch_base = added.branch_base - 1
                       AND v.trunk_version IS NOT DISTINCT FROM added.trunk_version)))
    THEN
      contested := contested || added.place;
    END IF;
  END LOOP;
  IF contested <> '{}' THEN
    RETURN QUERY SELECT NULL::bigint, CASE WHEN place = ANY (contested) THEN 'contested' ELSE 'deferred' END
      FROM generate_series(1, cardinality(assets)) AS place;
    RETURN;
  END IF;

  -- Most often one, which takes half the time of a batch of one.
  ids := CASE WHEN cardinality(assets) = 1 AND notes[1] IS NULL
    THEN ARRAY[store_submission(assets[1], root_uuids[1], uuids[1], xml_hashes[1], 0, version_uids[1], submitters[1],
                                moments[1], answers[1]::jsonb, members[1], xmls[1])]
    ELSE ARRAY(SELECT store_submissions(assets, root_uuids, uuids, xml_hashes, version_uids, submitters, moments, answers,
                                        members, xmls, notes))
  END;

  number := 0;
  FOR added IN
    SELECT * FROM jsonb_to_recordset(versions)
      AS v (place integer, uuid uuid, follows integer, label text, data jsonb, trunk_version integer, branch_id uuid,
            branch_base integer)
  LOOP
    number := number + 1;
    CONTINUE WHEN ids[added.place] IS NULL;
    IF added.follows IS NULL THEN
      INSERT INTO entity (list_id, uuid, version, label, data, date_created, date_modified)
        VALUES (list_ids[number], added.uuid, 1, added.label, added.data, moments[added.place], moments[added.place])
        RETURNING * INTO changed;
    ELSE
      UPDATE entity e
         SET version = e.version + 1, label = coalesce(nullif(added.label, ''), e.label), data = e.data || added.data,
             date_modified = moments[added.place]
       WHERE e.list_id = list_ids[number] AND e.uuid = added.uuid AND e.version = added.follows
      RETURNING * INTO changed;
    END IF;
    IF changed.id IS NULL THEN
      RAISE EXCEPTION 'The entity was changed without its lock.' USING ERRCODE = 'serialization_failure';
    END IF;
    INSERT INTO entity_version (entity_id, version, label, data, base_version, trunk_version, branch_id, branch_base,
                                conflicting, asset_id, submission_id, created_by, date_created)
      VALUES (changed.id, changed.version, changed.label, changed.data, added.follows, added.trunk_version, added.branch_id,
              added.branch_base, '[]', assets[added.place], ids[added.place], submitters[added.place],
              moments[added.place]);
  END LOOP;
  RETURN QUERY SELECT stored.id, CASE WHEN stored.id IS NULL THEN 'known' ELSE 'stored' END FROM unnest(ids) AS stored (id);
END $function$;

CREATE OR REPLACE FUNCTION public.store_submission(asset integer, root_uuid text, uuid text, xml_hash bytea, attachment_count integer, version_uid text, submitted_by text, submitted timestamp with time zone, answers jsonb, members text, xml text)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
DECLARE
  new_id bigint := nextval('submission_id_seq');
  json text := '{"_id":' || new_id || ',' || members || '}';
  stored_id bigint;
  -- Taken here, not on a node of a cluster, whose transaction ids are its own.
  transaction_id bigint := pg_current_xact_id()::text::bigint;
BEGIN
  IF attachment_count > 0 THEN
    json := replace(json, '/\u0069', '/' || new_id);
  END IF;

  INSERT INTO submission AS s
    VALUES (asset, new_id, root_uuid, uuid, xml_hash, attachment_count, version_uid, submitted_by, submitted,
            submitted, answers, json, xml)
    ON CONFLICT ON CONSTRAINT submission_root_uuid_key DO NOTHING
    RETURNING s.id INTO stored_id;
  IF stored_id IS NULL THEN
    RETURN NULL;
  END IF;

  -- Each connection counts in a row of its own, so that no two transactions wait for each other.
  INSERT INTO submission_tally AS t
    VALUES (asset, (submitted AT TIME ZONE 'UTC')::date, pg_backend_pid() % 64, 1, submitted,
            stored_id, stored_id)
    ON CONFLICT ON CONSTRAINT submission_tally_pk
    DO UPDATE SET submissions = t.submissions + 1,
                  last_submitted = greatest(t.last_submitted, excluded.last_submitted),
                  first_id = least(t.first_id, excluded.first_id),
                  last_id = greatest(t.last_id, excluded.last_id);

  INSERT INTO submission_change
    VALUES (asset, transaction_id, stored_id, 'created', submitted);
  RETURN stored_id;
END $function$;

CREATE OR REPLACE FUNCTION public.store_submissions(assets integer[], root_uuids text[], uuids text[], xml_hashes bytea[], version_uids text[], submitters text[], moments timestamp with time zone[], answers text[], members text[], xmls text[], notes text[])
 RETURNS SETOF bigint
 LANGUAGE plpgsql
 SET lock_timeout TO '200ms'
AS $function$
DECLARE
  ids bigint[];
  notification record;
  -- Taken here, not on a node of a cluster, whose transaction ids are its own.
  transaction_id bigint := pg_current_xact_id()::text::bigint;
BEGIN
  -- Keys are locked in one order, then counts in theirs, so that batches cannot deadlock.
  WITH sent AS MATERIALIZED (
    SELECT nextval('submission_id_seq') AS id, s.*
      FROM unnest(assets, root_uuids, uuids, xml_hashes, version_uids, submitters, moments, answers, members, xmls)
           WITH ORDINALITY AS s (asset, root_uuid, uuid, xml_hash, version_uid, submitter, moment, answer, member,
                                 xml, place)
  ), stored AS (
    INSERT INTO submission AS s
    SELECT asset, sent.id, sent.root_uuid, sent.uuid, sent.xml_hash, 0, sent.version_uid, submitter, moment, moment,
           answer::jsonb, '{"_id":' || sent.id || ',' || member || '}', sent.xml
      FROM sent
     ORDER BY asset, sent.root_uuid, place
    ON CONFLICT ON CONSTRAINT submission_root_uuid_key DO NOTHING
    RETURNING s.asset_id, s.id, s.date_submitted
  ), counted AS (
    INSERT INTO submission_tally AS t
    SELECT asset_id, (date_submitted AT TIME ZONE 'UTC')::date, pg_backend_pid() % 64, count(*), max(date_submitted),
           min(id), max(id)
      FROM stored
     GROUP BY 1, 2
     ORDER BY 1, 2
    ON CONFLICT ON CONSTRAINT submission_tally_pk
    DO UPDATE SET submissions = t.submissions + excluded.submissions,
                  last_submitted = greatest(t.last_submitted, excluded.last_submitted),
                  first_id = least(t.first_id, excluded.first_id),
                  last_id = greatest(t.last_id, excluded.last_id)
  ), changed AS (
    INSERT INTO submission_change
    SELECT asset_id, transaction_id, stored.id, 'created', date_submitted FROM stored
  )
  SELECT array_agg(stored.id ORDER BY sent.place) INTO ids FROM sent LEFT JOIN stored ON stored.id = sent.id;

  -- One call per asset and function. An unknown name is an error.
  FOR notification IN
    SELECT s.asset, function, array_agg(s.id ORDER BY s.id) AS submissions, max(s.moment) AS moment
      FROM unnest(assets, ids, moments, notes) AS s (asset, id, moment, names)
           CROSS JOIN unnest(string_to_array(s.names, ',')) AS function
     WHERE s.id IS NOT NULL
     GROUP BY 1, 2
     ORDER BY 1, 2
  LOOP
    CASE notification.function
      WHEN 'note_deliveries' THEN
        PERFORM note_deliveries(notification.asset, notification.submissions, 'created', notification.moment);
    END CASE;
  END LOOP;
  RETURN QUERY SELECT unnest(ids);
END $function$;
