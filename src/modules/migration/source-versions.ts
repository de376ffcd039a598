import { DomainError } from '../../domain/errors';
import { readingOf, type VersionFacts } from '../../domain/submission/version-reading';
import type { SourceAsset, SourceAssetSummary, SourceSubmission } from '../../domain/migration/source-types';
import { type VisibleSubmission, visibleSubmission } from '../../domain/migration/visible-submission';
import type { FormPaths } from '../../domain/submission/instance-flattening';
import type { JsonObject } from '../../domain/text/json-members';
import { readFormFacts } from '../../domain/xform/form-facts';
import type { FormEngine } from '../../workers/form-engine/form-engine';
import type { ParsedSubmission } from '../../workers/submission-parser/submission-parser';
import { type MigrationSource, SourcePartError } from './migration-source.port';

/** Versions of a form at its source, from which submissions are read a second time, without what is stored here. */
export class SourceVersions {
  /** Deployed ones, newest first. */
  private readonly uids: readonly string[];
  private readonly facts = new Map<string, Promise<VersionFacts | undefined>>();

  constructor(
    private readonly source: MigrationSource,
    private readonly summary: SourceAssetSummary,
    private readonly asset: SourceAsset,
    private readonly engine: FormEngine,
  ) {
    this.uids = asset.versions.flatMap(({ uid, deployed }) => (deployed ? uid : [])).reverse();
  }

  /** Whether all submissions are of one version, even if they do not name it. */
  get isOne(): boolean {
    return this.uids.length < 2;
  }

  /** Version that a submission names in its XML, or else the source tells; undefined if the source has no such version. */
  versionOf({ versionUid: told }: SourceSubmission, { facts }: ParsedSubmission): string | undefined {
    const named = this.source.versionUidsOf(this.summary, facts);
    const found = this.uids.find((uid) => named.includes(uid));
    // A label names a version too, which is found here.
    return found ?? (facts.formVersion === undefined ? this.uids.find((uid) => uid === told) : undefined);
  }

  /**
   * Reads a submission by a version as the source has it: by that alone, then with nodes of the others, which an edit with a
   * newer form may have. Empty if the version can be neither read nor compiled.
   */
  async *readings(instance: ParsedSubmission, uid: string): AsyncGenerator<VisibleSubmission> {
    const own = await this.factsOf(uid);
    if (own === undefined) return;
    yield read(instance, readingOf(own, []));
    const others = await Promise.all(
      this.uids.filter((each) => each !== uid).map((each) => this.factsOf(each)),
    );
    yield read(
      instance,
      readingOf(
        own,
        others.filter((each) => each !== undefined),
      ),
    );
  }

  private factsOf(uid: string): Promise<VersionFacts | undefined> {
    const known = this.facts.get(uid);
    if (known !== undefined) return known;
    const facts = this.readFacts(uid);
    this.facts.set(uid, facts);
    return facts;
  }

  private async readFacts(uid: string): Promise<VersionFacts | undefined> {
    const { source, summary } = this;
    const isNewest = uid === this.uids[0];
    try {
      const xform = await source.readVersionXform(summary, uid);
      if (xform !== undefined) return readFormFacts(xform);
      const compiled = await this.compile(uid);
      if (compiled !== undefined || !isNewest) return compiled;
      return readFormFacts(await source.readXform(summary));
    } catch (error) {
      if (error instanceof SourcePartError || error instanceof DomainError) return undefined;
      throw error;
    }
  }

  /** Undefined for a version that the converter here refuses. */
  private async compile(uid: string): Promise<VersionFacts | undefined> {
    const { uid: formId, name: title, assetType } = this.asset;
    try {
      const content = await this.source.readVersion(this.summary, uid);
      const form = await this.engine.standardise(content, { assetType });
      const names = { formId, title, version: '1', formUuid: formId, versionUid: uid };
      const { facts } = await this.engine.deployable(form.content, names);
      return JSON.parse(Buffer.from(facts).toString()) as VersionFacts;
    } catch (error) {
      if (error instanceof DomainError) return undefined;
      throw error;
    }
  }
}

async function read(instance: ParsedSubmission, paths: FormPaths): Promise<VisibleSubmission> {
  const { membersJson, geolocation } = await instance.flatten(paths);
  const answers = JSON.parse(`{${membersJson}}`) as JsonObject;
  return visibleSubmission({ ...answers, _geolocation: geolocation });
}
