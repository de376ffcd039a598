import type { EntityConflict, EntityData } from '../entity/entity-change';

/** List of entities of a source. */
export interface SourceEntityList {
  readonly uid: string;
  readonly name: string;
  readonly properties: readonly string[];
  readonly approvalRequired: boolean;
}

/** Entity as a source lists it, without its data. */
export interface SourceEntitySummary {
  /** In lower case, without a scheme. */
  readonly uuid: string;
  readonly version: number;
  readonly conflict: EntityConflict | null;
}

/** Submission that made a version of an entity. */
export interface SourceOrigin {
  /** Uid of the form here. */
  readonly assetUid: string;
  readonly rootUuid: string;
}

export interface SourceEntityVersion {
  /** From 1, without gaps. */
  readonly version: number;
  readonly label: string;
  readonly data: EntityData;
  readonly baseVersion: number | null;
  readonly trunkVersion: number | null;
  readonly branchId: string | null;
  readonly branchBase: number | null;
  readonly conflicting: readonly string[];
  /** Null if unknown. */
  readonly createdBy: string | null;
  readonly dateCreated: Date;
  /** Undefined if no submission made it, or one that was deleted. */
  readonly origin: SourceOrigin | undefined;
}

export interface SourceEntity extends SourceEntitySummary {
  /** Oldest first; the last is current. */
  readonly versions: readonly SourceEntityVersion[];
}

/** Current values, as people and forms read them. */
export interface SourceEntityRow {
  readonly uuid: string;
  readonly label: string;
  readonly data: EntityData;
}
