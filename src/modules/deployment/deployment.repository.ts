import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { brokenConstraint } from '../../database/broken-constraint';
import { jsonFromBytes, textFromBytes } from '../../database/bytes-in-sql';
import { checkedInteger } from '../../database/copy/checked-integer';
import { CopyReader } from '../../database/copy/copy-reader';
import { DeploymentEntity } from '../../database/entities/deployment.entity';
import { managerOf, touch } from '../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import { WrongStateError } from '../../domain/errors';
import type { FormFacts } from '../../domain/xform/form-facts';

export const DEPLOYED_ALREADY = 'Use PATCH to update an existing deployment';

/** Everything that intake must know of a form. */
export interface FormRow {
  readonly assetId: number;
  readonly assetUid: string;
  readonly formUuid: string;
  readonly active: boolean;
  readonly ownerIsActive: boolean;
  readonly facts: FormFacts;
  /** Deployed versions, the newest first. */
  readonly versionUids: readonly string[];
}

/** One line of a form list. */
export interface FormListRow {
  readonly assetUid: string;
  readonly name: string;
  readonly version: string;
  readonly xmlMd5: string;
  readonly description: string;
}

/** What a deployment makes of a version. */
export interface CompiledForm extends Pick<
  DeploymentEntity,
  'versionId' | 'versionLabel' | 'xmlMd5' | 'encrypted' | 'dateDeployed' | 'dateModified'
> {
  /** UTF-8. */
  readonly xml: Uint8Array;
  /** JSON of its `FormFacts`, in UTF-8. */
  readonly facts: Uint8Array;
}

export interface FormListFilter {
  /** Whose right to submit counts; absent: AnonymousUser's alone. */
  readonly submitterId: number | undefined;
  readonly anonymousUserId: number;
  /** Superusers are listed every form. */
  readonly all: boolean;
  /** Only forms of this user: owned, or managed. */
  readonly username: string | undefined;
  readonly formId: string | undefined;
}

@Injectable()
export class DeploymentRepository {
  constructor(
    @InjectRepository(DeploymentEntity) private readonly deployments: Repository<DeploymentEntity>,
    private readonly reader: CopyReader,
  ) {}

  find(assetId: number): Promise<DeploymentEntity | null> {
    return this.deployments.findOneBy({ assetId });
  }

  /** @throws WrongStateError when the asset has been deployed meanwhile */
  async insert(
    transaction: Transaction,
    deployment: Pick<DeploymentEntity, 'assetId' | 'uuid' | 'active'>,
    form: CompiledForm,
  ): Promise<void> {
    const { values, parameters } = columnsOf(form);
    try {
      await managerOf(transaction)
        .createQueryBuilder()
        .insert()
        .into(DeploymentEntity)
        .values({ ...deployment, ...values })
        .setParameters(parameters)
        .execute();
    } catch (error) {
      if (brokenConstraint(error) === 'deployment_pk') throw new WrongStateError(DEPLOYED_ALREADY);
      throw error;
    }
    touch(transaction, 'asset', deployment.assetId);
  }

  /** @param active absent: as it is */
  async replaceForm(
    transaction: Transaction,
    assetId: number,
    form: CompiledForm,
    active: boolean | undefined,
  ): Promise<void> {
    const { values, parameters } = columnsOf(form);
    await managerOf(transaction)
      .createQueryBuilder()
      .update(DeploymentEntity)
      .set({ ...values, ...(active !== undefined && { active }) })
      .where('asset_id = :assetId', { assetId })
      .setParameters(parameters)
      .execute();
    touch(transaction, 'asset', assetId);
  }

  async update(transaction: Transaction, assetId: number, values: Partial<DeploymentEntity>): Promise<void> {
    await managerOf(transaction).update(DeploymentEntity, { assetId }, values);
    touch(transaction, 'asset', assetId);
  }

  /** In UTF-8; undefined when the asset is not deployed. */
  async findXml(assetId: number): Promise<Uint8Array | undefined> {
    const columns = await this.reader.row(
      `SELECT xml FROM deployment WHERE asset_id = ${checkedInteger(assetId)}`,
    );
    return columns?.[0];
  }

  /** The deployed form whose deployment has this uuid, else the one whose asset has this uid. */
  async findForm(key: { formUuid: string } | { assetUid: string }): Promise<FormRow | undefined> {
    const [condition, value] =
      'formUuid' in key ? ['d.uuid = $1', key.formUuid] : ['a.uid = $1', key.assetUid];
    const rows: FormRow[] = await this.deployments.query(
      `SELECT a.id AS "assetId", a.uid AS "assetUid", d.uuid AS "formUuid", d.active, d.facts,
              owner.is_active AS "ownerIsActive",
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

  /** Active forms that may be submitted to, by name. */
  listForms({ submitterId, anonymousUserId, all, username, formId }: FormListFilter): Promise<FormListRow[]> {
    return this.deployments.query(
      `SELECT a.uid AS "assetUid", a.name, d.version_label AS version, d.xml_md5 AS "xmlMd5",
              coalesce(a.settings ->> 'description', '') AS description
         FROM deployment d
         JOIN asset a ON a.id = d.asset_id AND a.date_deleted IS NULL
         JOIN app_user owner ON owner.id = a.owner_id AND owner.is_active
        WHERE d.active
          AND ($3 OR EXISTS (
                SELECT 1 FROM permission_assignment p
                 WHERE p.asset_id = a.id AND p.codename = 'add_submissions' AND p.user_id IN ($1, $2)))
          AND ($4::text IS NULL OR lower(owner.username) = lower($4) OR EXISTS (
                SELECT 1 FROM permission_assignment m JOIN app_user u ON u.id = m.user_id
                 WHERE m.asset_id = a.id AND m.codename = 'manage_asset' AND lower(u.username) = lower($4)))
          AND ($5::text IS NULL OR a.uid = $5)
        ORDER BY a.name, a.uid`,
      [submitterId ?? null, anonymousUserId, all, username ?? null, formId ?? null],
    );
  }
}

function columnsOf({ xml, facts, ...columns }: CompiledForm) {
  const text = textFromBytes({ xml });
  const json = jsonFromBytes({ facts });
  return {
    values: { ...columns, ...text.values, ...json.values },
    parameters: { ...text.parameters, ...json.parameters },
  };
}
