import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import type { EntityConflict, EntityData, EntityProblem } from '../../domain/entity/entity-change';
import type { EntityNode } from '../../domain/entity/entity-node';
import { TimestampColumn, UidEntity } from './user.entity';

/** List of entities of one owner, used by projects. */
@Entity('entity_list')
export class EntityListEntity extends UidEntity {
  @Column('int')
  ownerId!: number;

  /** Unique among the lists of the owner. */
  @Column('text')
  name!: string;

  /** Names of the properties, in order. */
  @Column('jsonb')
  properties!: string[];

  /** Whether submissions must be approved before they create entities. */
  @Column('boolean', { default: false })
  approvalRequired!: boolean;

  @TimestampColumn()
  dateCreated!: Date;

  @TimestampColumn()
  dateModified!: Date;
}

/** Use of a list by the form of an asset. */
@Entity('entity_list_use')
export class EntityListUseEntity {
  @PrimaryColumn('int')
  assetId!: number;

  @PrimaryColumn('int')
  listId!: number;

  /** Whether submissions to any deployed version create or update entities. */
  @Column('boolean')
  declares!: boolean;

  /** Whether the deployed form reads the list: collectors get it. */
  @Column('boolean')
  reads!: boolean;
}

/** Current state of an entity. */
@Entity('entity')
export class EntityEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: string;

  @Column('int')
  listId!: number;

  @Column('uuid')
  uuid!: string;

  @Column('int')
  version!: number;

  @Column('text')
  label!: string;

  @Column('jsonb')
  data!: EntityData;

  @Column('text', { nullable: true })
  conflict!: EntityConflict | null;

  @TimestampColumn()
  dateCreated!: Date;

  @TimestampColumn()
  dateModified!: Date;

  @TimestampColumn({ nullable: true })
  dateDeleted!: Date | null;
}

/** One state of an entity; append-only. */
@Entity('entity_version')
export class EntityVersionEntity {
  @PrimaryColumn('bigint')
  entityId!: string;

  @PrimaryColumn('int')
  version!: number;

  @Column('text')
  label!: string;

  @Column('jsonb')
  data!: EntityData;

  @Column('int', { nullable: true })
  baseVersion!: number | null;

  @Column('int', { nullable: true })
  trunkVersion!: number | null;

  @Column('uuid', { nullable: true })
  branchId!: string | null;

  @Column('int', { nullable: true })
  branchBase!: number | null;

  @Column('jsonb')
  conflicting!: readonly string[];

  /** Form of the submission that made it; null if a person did, or after its deletion. */
  @Column('int', { nullable: true })
  assetId!: number | null;

  @Column('bigint', { nullable: true })
  submissionId!: string | null;

  /** Username; null if anonymous. */
  @Column('text', { nullable: true })
  createdBy!: string | null;

  @TimestampColumn()
  dateCreated!: Date;
}

/** Entity of a submission that could not be applied, or waits for an earlier change. */
@Entity('entity_problem')
export class EntityProblemEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: string;

  @Column('int')
  assetId!: number;

  @Column('bigint')
  submissionId!: string;

  @Column('int', { nullable: true })
  listId!: number | null;

  @Column('uuid', { nullable: true })
  uuid!: string | null;

  @Column('text')
  problem!: EntityProblem;

  @Column('jsonb')
  node!: EntityNode;

  @Column('text', { nullable: true })
  createdBy!: string | null;

  @TimestampColumn()
  dateCreated!: Date;
}
