import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../config/clock';
import { type Transaction, UnitOfWork } from '../../database/unit-of-work/unit-of-work.port';
import type { UserActor } from '../../domain/account/actor';
import { generateUid, UID_PREFIX } from '../../domain/asset/uid';
import { forecastList, type ListForecast, type UsedLists } from '../../domain/entity/list-forecast';
import { InvalidError } from '../../domain/errors';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { EntityListRepository, type FormUse } from './entity-list.repository';

export interface FormListForecast extends ListForecast {
  /** Undefined if the deployment creates the list. */
  readonly uid: string | undefined;
  readonly approvalRequired: boolean;
}

/** Connects a form that is deployed with the lists that it declares or reads (decision 180). */
@Injectable()
export class FormListService {
  constructor(
    private readonly lists: EntityListRepository,
    private readonly clock: Clock,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Creates the lists that the form declares, with their properties, for the owner of the asset. A CSV file that the form
   * reads is the list of that name, if there is one.
   * @param facts JSON of the form's `FormFacts`, in UTF-8
   * @throws InvalidError for a list of the owner that is not used by the form and that the deploying user may not write
   */
  async connect(
    transaction: Transaction,
    actor: UserActor,
    { assetId, ownerId }: AssetAccess<'change_asset'>,
    facts: Uint8Array,
  ): Promise<void> {
    const { entities = [], csvFiles = [] } = usedLists(facts);
    const names = [...new Set(namesIn({ entities, csvFiles }))];
    if (names.length === 0) return this.lists.setUses(transaction, assetId, []);
    const now = this.clock.now();
    const created = new Set<string>();
    for (const { dataset: name } of entities) {
      const uid = generateUid(UID_PREFIX.entityList, randomBytes);
      const list = { uid, ownerId, name, properties: [], approvalRequired: false };
      const dates = { dateCreated: now, dateModified: now };
      if (await this.lists.ensure(transaction, { ...list, ...dates })) created.add(name);
    }
    const isOwner = actor.isSuperuser || actor.id === ownerId;
    const uses: FormUse[] = [];
    for (const list of await this.lists.listsOfOwner(transaction, { assetId, names, userId: actor.id })) {
      const { id: listId, name } = list;
      const fact = entities.find(({ dataset }) => dataset === name);
      const declares = fact !== undefined;
      const isOwn = isOwner || created.has(name);
      if (declares && !isOwn && !list.isDeclared && !list.writes) throw notWritable(name);
      const reads = csvFiles.includes(name) && (isOwn || list.isRead || list.reads);
      if (!declares && !reads) continue;
      if (fact !== undefined) await this.addProperties(transaction, listId, fact.properties, now);
      uses.push({ listId, declares, reads });
    }
    await this.lists.setUses(transaction, assetId, uses);
  }

  /** Says which lists a form does not use any more once it is deployed. @param facts JSON of the form's `FormFacts` */
  async warnings({ assetId }: AssetAccess<'change_asset'>, facts: Uint8Array): Promise<string[]> {
    const { entities = [], csvFiles = [] } = usedLists(facts);
    return (await this.lists.usedBy(assetId)).flatMap(({ name, declares, reads }) => [
      ...(declares && !entities.some(({ dataset }) => dataset === name)
        ? [
            `The form does not save to the list "${name}" any more. Its entries stay, and submissions to earlier versions still reach it.`,
          ]
        : []),
      ...(reads && !csvFiles.includes(name) ? [`The form does not read the list "${name}" any more.`] : []),
    ]);
  }

  /**
   * Says what `connect` would do with the lists that the deployed form or the draft uses, by name.
   * @param deployed undefined for a form that was never deployed
   * @throws InvalidError as `connect`
   */
  async forecast(
    actor: UserActor,
    { assetId, ownerId }: AssetAccess<'view_asset' | 'change_asset'>,
    { deployed = {}, draft }: { deployed: UsedLists | undefined; draft: UsedLists },
  ): Promise<FormListForecast[]> {
    const names = [...new Set([deployed, draft].flatMap(namesIn))].sort();
    if (names.length === 0) return [];
    const isOwner = actor.isSuperuser || actor.id === ownerId;
    const asked = { assetId, names, userId: actor.id };
    const stored = await this.unitOfWork.run((transaction) => this.lists.listsOfOwner(transaction, asked));
    return names.flatMap((name): FormListForecast[] => {
      const list = stored.find((each) => each.name === name);
      const [before, fact] = [entityOf(deployed, name), entityOf(draft, name)];
      if (list === undefined) {
        if (fact === undefined) return [];
        const sides = { deployed: NO_SIDE, draft: { fact, reads: draft.csvFiles?.includes(name) ?? false } };
        return [{ ...forecastList(name, [], sides), uid: undefined, approvalRequired: false }];
      }
      const { uid, approvalRequired, isDeclared, isRead } = list;
      if (fact !== undefined && !isOwner && !isDeclared && !list.writes) throw notWritable(name);
      const reads = (draft.csvFiles?.includes(name) ?? false) && (isOwner || isRead || list.reads);
      const isUsed = isDeclared && before !== undefined;
      if (!isUsed && !isRead && fact === undefined && !reads) return [];
      const sides = {
        deployed: { fact: isUsed ? before : undefined, reads: isRead },
        draft: { fact, reads },
      };
      return [{ ...forecastList(name, list.properties, sides), uid, approvalRequired }];
    });
  }

  private async addProperties(
    transaction: Transaction,
    listId: number,
    declared: readonly { readonly name: string }[],
    now: Date,
  ): Promise<void> {
    const properties = (await this.lists.lockProperties(transaction, listId)) ?? [];
    const added = declared.map(({ name }) => name).filter((name) => !properties.includes(name));
    if (added.length === 0) return;
    await this.lists.update(transaction, listId, { properties: [...properties, ...added], now });
  }
}

const NO_SIDE = { fact: undefined, reads: false };

function namesIn({ entities = [], csvFiles = [] }: UsedLists): string[] {
  return [...entities.map(({ dataset }) => dataset), ...csvFiles];
}

function entityOf(
  { entities = [] }: UsedLists,
  name: string,
): NonNullable<UsedLists['entities']>[0] | undefined {
  return entities.find(({ dataset }) => dataset === name);
}

/** Parses the facts only if they name a list. */
function usedLists(facts: Uint8Array): UsedLists {
  const json = Buffer.from(facts.buffer, facts.byteOffset, facts.byteLength);
  const isUsing = ['"entities":', '"csvFiles":'].some((member) => json.includes(member));
  return isUsing ? (JSON.parse(json.toString()) as UsedLists) : {};
}

function notWritable(name: string): InvalidError {
  const message = `The owner of the project has a list "${name}" that this form does not use yet. Ask the owner to deploy the form once, or choose another list_name.`;
  return new InvalidError(message, { error: message });
}
