import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../config/clock';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import type { UserActor } from '../../domain/account/actor';
import { generateUid, UID_PREFIX } from '../../domain/asset/uid';
import { InvalidError } from '../../domain/errors';
import type { AssetAccess } from '../../domain/permission/asset-access';
import type { FormFacts } from '../../domain/xform/form-facts';
import { EntityListRepository, type FormUse } from './entity-list.repository';

type UsedLists = Pick<FormFacts, 'entities' | 'csvFiles'>;

/** Connects a form that is deployed with the lists that it declares or reads (decision 180). */
@Injectable()
export class FormListService {
  constructor(
    private readonly lists: EntityListRepository,
    private readonly clock: Clock,
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
    const names = [...new Set([...entities.map(({ dataset }) => dataset), ...csvFiles])];
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
