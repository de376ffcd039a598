import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  type EntityData,
  listNameProblem,
  MAX_PROPERTIES,
  propertyNameProblem,
  readEntityUuid,
} from '../../domain/entity/entity-change';
import { InvalidError } from '../../domain/errors';
import {
  OptionalFlag,
  OptionalText,
  ParsedBy,
  readLine,
  readObject,
  readText,
} from '../../http/validation/field';
import type { EntityCsvOptions } from './entity-file.service';
import type { EntityListUpdate, NewEntityList } from './entity-list.service';
import type { EntityFilter, EntityUpdate, NewEntity } from './entity.service';

const UUID = '3f15cdfb-8d5c-4a39-9fd1-58c9a1b6a0f2';

const NAME = {
  type: String,
  example: 'households',
  description: 'Name by which forms refer to the list, unique among the lists of its owner.',
} as const;
const PROPERTIES = {
  type: 'array',
  items: { type: 'string' },
  example: ['village', 'members'],
  description: 'Names of the properties, in the order of columns.',
} as const;
const APPROVAL_REQUIRED = {
  type: Boolean,
  description: 'Whether submissions create entries only once their validation status is approved.',
} as const;
const LABEL = { type: String, example: 'Household of Asha', description: 'Shown to enumerators.' } as const;
export const DATA = {
  type: 'object',
  additionalProperties: { type: 'string' },
  example: { village: 'Kisumu', members: '4' },
  description: 'Values by property.',
} as const;
const IDENTIFIER = { type: String, example: UUID, description: 'A uuid. Default: a random one.' } as const;

export class CreateEntityListDto {
  @ParsedBy(readListName, { required: true })
  @ApiProperty(NAME)
  name!: string;

  @ParsedBy(readProperties)
  @ApiPropertyOptional(PROPERTIES)
  properties?: string[];

  @OptionalFlag()
  @ApiPropertyOptional({ ...APPROVAL_REQUIRED, default: false })
  approval_required?: boolean;

  toInput(): NewEntityList {
    const { name, properties = [], approval_required: approvalRequired = false } = this;
    return { name, properties, approvalRequired };
  }
}

export class UpdateEntityListDto {
  @ParsedBy(readProperties)
  @ApiPropertyOptional({
    ...PROPERTIES,
    description: 'All properties: those of the list, in any order, and new ones.',
  })
  properties?: string[];

  @OptionalFlag()
  @ApiPropertyOptional(APPROVAL_REQUIRED)
  approval_required?: boolean;

  @OptionalFlag()
  @ApiPropertyOptional({
    type: Boolean,
    description:
      'With `approval_required` false: whether to create the entries that wait for approval. Default: they wait on.',
  })
  create_waiting?: boolean;

  toInput(): EntityListUpdate {
    const { properties, approval_required: approvalRequired, create_waiting: createsWaiting } = this;
    return { properties, approvalRequired, createsWaiting };
  }
}

export class CreateEntityDto {
  @ParsedBy(readUuid)
  @ApiPropertyOptional(IDENTIFIER)
  uuid?: string;

  @ParsedBy(readLabel, { required: true })
  @ApiProperty(LABEL)
  label!: string;

  @ParsedBy(readData)
  @ApiPropertyOptional(DATA)
  data?: EntityData;

  toInput(): NewEntity {
    return { uuid: this.uuid, label: this.label, data: this.data ?? {} };
  }
}

export class UpdateEntityDto {
  @ParsedBy(readVersion, { required: true })
  @ApiProperty({
    type: 'integer',
    example: 2,
    description: 'Version that the update changes. Another current version gets 409.',
  })
  base_version!: number;

  @ParsedBy(readLabel)
  @ApiPropertyOptional(LABEL)
  label?: string;

  @ParsedBy(readData)
  @ApiPropertyOptional({ ...DATA, description: 'Values by property; absent properties stay.' })
  data?: EntityData;

  @OptionalFlag()
  @ApiPropertyOptional({ type: Boolean, description: 'Whether the update ends the conflict.' })
  resolve?: boolean;

  toInput(): EntityUpdate {
    return { baseVersion: this.base_version, label: this.label, data: this.data, resolves: this.resolve };
  }
}

export class EntityQueryDto {
  @OptionalText()
  @ApiPropertyOptional({ example: 'asha', description: 'Text in the label.' })
  q?: string;

  @ParsedBy(readDataFilter)
  @ApiPropertyOptional({
    type: String,
    example: '{"village":"Kisumu"}',
    description: 'JSON object of values that properties have.',
  })
  filter?: EntityData;

  @OptionalFlag()
  @ApiPropertyOptional({ type: Boolean, description: 'Only entries with a conflict, or only others.' })
  conflict?: boolean;

  toInput(): EntityFilter {
    return { text: this.q === '' ? undefined : this.q, data: this.filter, hasConflict: this.conflict };
  }
}

export class EntityCsvQueryDto {
  @OptionalFlag()
  @ApiPropertyOptional({
    type: Boolean,
    default: false,
    description: 'Whether the file starts with a byte order mark, which Excel needs.',
  })
  bom?: boolean;

  @OptionalFlag()
  @ApiPropertyOptional({
    type: Boolean,
    default: true,
    description:
      'Whether an apostrophe precedes cells that spreadsheets would run as formulas; uploads remove it. False writes ' +
      'cells exactly as answered.',
  })
  escape_formulas?: boolean;

  toInput(): EntityCsvOptions {
    return { hasBom: this.bom ?? false, escapesFormulas: this.escape_formulas ?? true };
  }
}

function readListName(sent: unknown): string {
  return checkName(readLine(sent), listNameProblem);
}

function checkName(name: string, findProblem: (name: string) => string | undefined): string {
  const problem = findProblem(name);
  if (problem !== undefined) throw new InvalidError(problem);
  return name;
}

function readProperties(sent: unknown): string[] {
  if (!Array.isArray(sent)) throw new InvalidError('Expected a list of names.');
  if (sent.length > MAX_PROPERTIES)
    throw new InvalidError(`A list has at most ${MAX_PROPERTIES} properties.`);
  const names = sent.map((name) => {
    const line = readLine(name);
    const problem = propertyNameProblem(line);
    if (problem !== undefined) throw new InvalidError(`"${line.slice(0, 100)}": ${problem}`);
    return line;
  });
  if (new Set(names).size < names.length) throw new InvalidError('Two properties have one name. Rename one.');
  return names;
}

export function readUuid(sent: unknown): string | undefined {
  if (sent === '' || sent === null) return undefined;
  const uuid = readEntityUuid(readLine(sent));
  if (uuid === undefined) throw new InvalidError('Must be a valid UUID.');
  return uuid;
}

export function readLabel(sent: unknown): string {
  const label = readLine(sent);
  if (label === '') throw new InvalidError('This field may not be blank.');
  return label;
}

export function readData(sent: unknown): EntityData {
  const values = Object.entries(readObject(sent)).map(([name, value]) => {
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean')
      throw new InvalidError(`"${name.slice(0, 100)}": a value is a text or a number.`);
    return [name, readText(String(value))] as const;
  });
  return Object.fromEntries(values);
}

function readDataFilter(sent: unknown): EntityData | undefined {
  return sent === '' ? undefined : readData(sent);
}

function readVersion(sent: unknown): number {
  const version = Number(sent);
  if (Number.isSafeInteger(version) && version > 0) return version;
  throw new InvalidError('A valid integer is required.');
}
