import { Injectable } from '@nestjs/common';
import { InjectRepository, InjectDataSource } from '@nestjs/typeorm';
import { IsNull, Repository, DataSource } from 'typeorm';
import { violatedConstraint } from '../../database/constraint-violation';
import { jsonFromBytes, textFromBytes, checkedInteger } from '../../database/query/sql-parameters';
import { AssetVersionEntity, DeploymentEntity } from '../../database/entities/deployment.entity';
import { managerOf, invalidateOnCommit } from '../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import { WrongStateError, orNotFound } from '../../domain/errors';
import { CopyReader } from '../../database/copy/copy-reader';
import type { Content } from '../../domain/content/content';
import type { VersionFacts } from '../../domain/submission/version-reading';
import type { FormVersion } from '../../domain/form-history/version-schema';
import type { FormFacts } from '../../domain/xform/form-facts';

export const ALREADY_DEPLOYED = 'Use PATCH to update an existing deployment';

export interface CompiledForm extends Pick<
  DeploymentEntity,
  'versionId' | 'versionLabel' | 'xmlMd5' | 'encrypted' | 'dateDeployed' | 'dateModified'
> {
  /** UTF-8. */
  readonly xml: Uint8Array;
  /** JSON of its `FormFacts`, in UTF-8. */
  readonly facts: Uint8Array;
}

@Injectable()
export class DeploymentRepository {
  constructor(
    @InjectRepository(DeploymentEntity) private readonly deployments: Repository<DeploymentEntity>,
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly reader: CopyReader,
  ) {}

  find(assetId: number): Promise<DeploymentEntity | null> {
    return this.deployments.findOneBy({ assetId });
  }

  /** Names of the files that devices get with the form: media, data of connected projects, and lists of the owner. */
  async mediaNames(assetId: number): Promise<string[]> {
    const rows: { name: string }[] = await this.dataSource.query(
      `SELECT name FROM asset_file
        WHERE asset_id = $1 AND file_type = 'form_media' AND date_removed IS NULL
        UNION SELECT p.filename FROM paired_data p JOIN asset s ON s.id = p.source_id
               WHERE p.asset_id = $1 AND s.data_sharing ->> 'enabled' = 'true'
        UNION SELECT l.name || '.csv' FROM asset a JOIN entity_list l ON l.owner_id = a.owner_id WHERE a.id = $1`,
      [assetId],
    );
    return rows.map(({ name }) => name);
  }

  /** @throws WrongStateError if the asset was deployed concurrently */
  async insert(
    transaction: Transaction,
    deployment: Pick<DeploymentEntity, 'assetId' | 'uuid' | 'active'> &
      Partial<Pick<DeploymentEntity, 'formerFormId'>>,
    form: CompiledForm,
  ): Promise<void> {
    const { values, parameters } = toColumns(form);
    try {
      await managerOf(transaction)
        .createQueryBuilder()
        .insert()
        .into(DeploymentEntity)
        .values({ ...deployment, ...values })
        .setParameters(parameters)
        .execute();
    } catch (error) {
      if (violatedConstraint(error) === 'deployment_pk') throw new WrongStateError(ALREADY_DEPLOYED);
      throw error;
    }
    await this.storeVersionFacts(transaction, form);
    invalidateOnCommit(transaction, 'asset', deployment.assetId);
  }

  async replaceForm(
    transaction: Transaction,
    assetId: number,
    form: CompiledForm,
    active: boolean | undefined,
  ): Promise<void> {
    const { values, parameters } = toColumns(form);
    await managerOf(transaction)
      .createQueryBuilder()
      .update(DeploymentEntity)
      .set({ ...values, ...(active !== undefined && { active }) })
      .where({ assetId })
      .setParameters(parameters)
      .execute();
    await this.storeVersionFacts(transaction, form);
    invalidateOnCommit(transaction, 'asset', assetId);
  }

  async update(transaction: Transaction, assetId: number, values: Partial<DeploymentEntity>): Promise<void> {
    await managerOf(transaction).update(DeploymentEntity, { assetId }, values);
    invalidateOnCommit(transaction, 'asset', assetId);
  }

  /** Keeps the structure of a version that is deployed first: its submissions are read by it after later deployments. */
  private async storeVersionFacts(
    transaction: Transaction,
    { versionId, facts }: CompiledForm,
  ): Promise<void> {
    const { values, parameters } = jsonFromBytes({ facts });
    await managerOf(transaction)
      .createQueryBuilder()
      .update(AssetVersionEntity)
      .set(values)
      .where({ id: versionId, facts: IsNull() })
      .setParameters(parameters)
      .execute();
  }

  /** XForm in UTF-8; undefined unless the deployment is active. */
  async findXml(assetId: number): Promise<Uint8Array | undefined> {
    const columns = await this.reader.readFirstRow(
      `SELECT xml FROM deployment WHERE asset_id = ${checkedInteger(assetId)} AND active`,
    );
    return columns?.[0];
  }

  /** XForm in UTF-8, of an archived form too. */
  async findAnyXml(assetId: number): Promise<Uint8Array | undefined> {
    const columns = await this.reader.readFirstRow(
      `SELECT xml FROM deployment WHERE asset_id = ${checkedInteger(assetId)}`,
    );
    return columns?.[0];
  }

  async findFacts(assetId: number): Promise<FormFacts | undefined> {
    const found = await this.deployments.findOne({
      select: { assetId: true, facts: true },
      where: { assetId },
    });
    return found?.facts;
  }

  async findForm(key: { formUuid: string } | { assetUid: string }): Promise<FormRow | undefined> {
    const [condition, value] =
      'formUuid' in key ? ['d.uuid = $1', key.formUuid] : ['a.uid = $1', key.assetUid];
    const rows: FormRow[] = await this.dataSource.query(
      `SELECT a.id AS "assetId", a.uid AS "assetUid", d.uuid AS "formUuid", d.active, d.facts,
              owner.id AS "ownerId", owner.is_active AS "ownerIsActive",
              (SELECT coalesce(array_agg(v.uid ORDER BY v.id DESC), '{}') FROM asset_version v
                WHERE v.asset_id = a.id AND v.deployed) AS "versionUids"
         FROM deployment d
         JOIN asset a ON a.id = d.asset_id AND a.date_deleted IS NULL
         JOIN app_user owner ON owner.id = a.owner_id
        WHERE ${condition}`,
      [value],
    );
    return rows[0];
  }

  /** Forms that had this id at the server that they were moved from: the form of this uid, or those of this owner. */
  findFormer(
    formId: string,
    { assetUid, owner }: { assetUid?: string | undefined; owner?: string | undefined },
  ): Promise<{ uid: string; active: boolean }[]> {
    return this.dataSource.query(
      `SELECT a.uid, d.active FROM deployment d
         JOIN asset a ON a.id = d.asset_id AND a.date_deleted IS NULL
         JOIN app_user owner ON owner.id = a.owner_id
        WHERE d.former_form_id = $1 AND (a.uid = $2 OR lower(owner.username) = lower($3))
        ORDER BY d.active DESC, a.id LIMIT 100`,
      [formId, assetUid ?? null, owner ?? null],
    );
  }

  /** Content of the deployed versions, oldest first. @param uids undefined: all versions */
  async history(assetId: number, uids: readonly string[] | undefined): Promise<HistoryRow> {
    const rows: { name: string; uid: string | null; content: Content }[] = await this.dataSource.query(
      `SELECT a.name, v.uid, v.content FROM asset a
         LEFT JOIN asset_version v ON v.asset_id = a.id AND v.deployed AND ($2::text[] IS NULL OR v.uid = ANY($2))
        WHERE a.id = $1 ORDER BY v.id`,
      [assetId, uids ?? null],
    );
    const versions = rows.flatMap(({ uid, content }) => (uid === null ? [] : [{ uid, content }]));
    return { name: rows[0]?.name ?? '', versions };
  }

  /** Distinct languages of all deployed versions, latest version first; null is the unnamed one. */
  async languages(assetId: number): Promise<(string | null)[]> {
    const rows: { language: string | null }[] = await this.dataSource.query(
      `SELECT t.language FROM asset_version v CROSS JOIN LATERAL json_array_elements_text(
                CASE json_typeof(v.content -> 'translations') WHEN 'array' THEN v.content -> 'translations' ELSE '[]' END
              ) WITH ORDINALITY AS t (language, place)
        WHERE v.asset_id = $1 AND v.deployed ORDER BY v.id DESC, t.place`,
      [assetId],
    );
    return [...new Set(rows.map(({ language }) => language))];
  }

  /** Structure of deployed versions, latest first; undefined if it is not stored yet. */
  async versionFacts(
    assetId: number,
  ): Promise<{ id: number; uid: string; facts: VersionFacts | undefined }[]> {
    const rows: { id: number; uid: string; facts: VersionFacts | null }[] = await this.dataSource.query(
      'SELECT id, uid, facts FROM asset_version WHERE asset_id = $1 AND deployed ORDER BY id DESC',
      [assetId],
    );
    return rows.map((row) => ({ ...row, facts: row.facts ?? undefined }));
  }

  async versionContent(versionId: number): Promise<Content> {
    const rows: { content: Content }[] = await this.dataSource.query(
      'SELECT content FROM asset_version WHERE id = $1',
      [versionId],
    );
    return orNotFound(rows[0]).content;
  }

  /** Stores the structure of a version, unless a deployment has stored it. */
  async storeMissingFacts(versionId: number, facts: VersionFacts): Promise<void> {
    await this.dataSource.query('UPDATE asset_version SET facts = $2::json WHERE id = $1 AND facts IS NULL', [
      versionId,
      JSON.stringify(facts),
    ]);
  }

  listForms({ submitterIds, all, username, formId, assetUid }: FormListFilter): Promise<FormListRow[]> {
    return this.dataSource.query(
      `SELECT a.uid AS "assetUid", a.name, d.version_label AS version, d.xml_md5 AS "xmlMd5"
         FROM deployment d
         JOIN asset a ON a.id = d.asset_id AND a.date_deleted IS NULL
         JOIN app_user owner ON owner.id = a.owner_id AND owner.is_active
        WHERE d.active
          AND ($2 OR EXISTS (
                SELECT 1 FROM permission_assignment p
                 WHERE p.asset_id = a.id AND p.codename = 'add_submissions' AND p.user_id = ANY ($1)))
          AND ($3::text IS NULL OR lower(owner.username) = lower($3) OR EXISTS (
                SELECT 1 FROM permission_assignment m JOIN app_user u ON u.id = m.user_id
                 WHERE m.asset_id = a.id AND m.codename = 'manage_asset' AND lower(u.username) = lower($3)))
          AND ($4::text IS NULL OR a.uid = $4 OR d.former_form_id = $4)
          AND ($5::text IS NULL OR a.uid = $5)
        ORDER BY a.name, a.uid`,
      [submitterIds, all, username ?? null, formId ?? null, assetUid ?? null],
    );
  }
}

function toColumns({ xml, facts, ...columns }: CompiledForm) {
  const text = textFromBytes({ xml });
  const json = jsonFromBytes({ facts });
  return {
    values: { ...columns, ...text.values, ...json.values },
    parameters: { ...text.parameters, ...json.parameters },
  };
}

export interface FormRow {
  readonly assetId: number;
  readonly assetUid: string;
  readonly formUuid: string;
  readonly active: boolean;
  readonly ownerId: number;
  readonly ownerIsActive: boolean;
  readonly facts: FormFacts;
  /** Deployed versions, latest first. */
  readonly versionUids: readonly string[];
}

export interface HistoryRow {
  readonly name: string;
  readonly versions: readonly FormVersion[];
}

export interface FormListRow {
  readonly assetUid: string;
  readonly name: string;
  readonly version: string;
  readonly xmlMd5: string;
}

export interface FormListFilter {
  /** Users of whom one must have permission to submit. */
  readonly submitterIds: readonly number[];
  /** Skips the permission check, for superusers. */
  readonly all: boolean;
  readonly username: string | undefined;
  /** Uid, or the id at the server that the form was moved from. */
  readonly formId: string | undefined;
  /** Lists this form only. */
  readonly assetUid?: string;
}
