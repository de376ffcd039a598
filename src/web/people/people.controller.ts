import { Body, Get, Param, Query } from '@nestjs/common';
import { CurrentActor, Requires } from '../../authorization/policy';
import { type Actor, ANONYMOUS_USERNAME, type UserActor } from '../../domain/account/actor';
import { InvalidError, NotFoundError } from '../../domain/errors';
import type { RowCondition } from '../../domain/query/row-condition';
import type { Codename } from '../../domain/permission/codename';
import type { AssetAccess } from '../../domain/permission/asset-access';
import {
  type Assignment,
  PermissionAssignmentService,
} from '../../modules/permission/permission-assignment.service';
import {
  type FormErrors,
  handleForm,
  lineOf,
  type Sent,
  PageController,
  PostForm,
} from '../page/handle-form';
import { presentRedirect } from '../page/page';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import { Projects } from '../project/project-head';
import { namingUser, PeopleReader } from './people-reader';
import {
  peoplePath,
  type PeopleOutcome,
  presentPeople,
  publicPermissions,
  publicCodenames,
  publicValues,
} from './people.page';
import {
  grantsOf,
  NEW_PERSON,
  usernamesOf,
  personFormOf,
  readPersonForm,
  type PersonForm,
  withChoiceNames,
} from './person-form';
import { personValues } from './permission-text';
import { checkOf } from '../page/stale-form';
import { presentPerson } from './person.page';

const LEFT = '/projects/?done=left';

/** Pages about the permissions of people on a project. */
@PageController('projects/:uid/people')
export class PeopleController {
  constructor(
    private readonly projects: Projects,
    private readonly people: PeopleReader,
    private readonly assignments: PermissionAssignmentService,
  ) {}

  @Get()
  @Requires('view_asset', { family: 'asset-detail' })
  async list(access: AssetAccess<'view_asset'>, @CurrentVisitor() visitor: Visitor, @Query() query: Sent) {
    return this.presentPeople(visitor, access, { query });
  }

  @Get('add')
  @Requires('manage_asset', { see: 'view_asset' })
  async form(access: AssetAccess<'manage_asset'>, @CurrentVisitor() visitor: Visitor<UserActor>) {
    return this.presentPerson(visitor, access, { form: NEW_PERSON, isNew: true });
  }

  @PostForm('add')
  @Requires('manage_asset', { see: 'view_asset' })
  async add(
    access: AssetAccess<'manage_asset'>,
    @CurrentVisitor() visitor: Visitor<UserActor>,
    @Body() body: Sent,
  ) {
    return this.save(visitor, access, { form: readPersonForm(body, null), isNew: true, body });
  }

  @Get('person/:username')
  @Requires('manage_asset', { see: 'view_asset' })
  async show(
    access: AssetAccess<'manage_asset'>,
    @CurrentVisitor() visitor: Visitor<UserActor>,
    @Param('username') username: string,
  ) {
    const form = await this.storedForm(visitor.actor, access, username);
    return this.presentPerson(visitor, access, { form, isNew: false });
  }

  @PostForm('person/:username')
  @Requires('manage_asset', { see: 'view_asset' })
  async change(
    access: AssetAccess<'manage_asset'>,
    @CurrentVisitor() visitor: Visitor<UserActor>,
    @Param('username') username: string,
    @Body() body: Sent,
  ) {
    const { stored, filter } = await this.storedForm(visitor.actor, access, username);
    const form = { ...readPersonForm(body, stored), username };
    return this.save(visitor, access, { form, isNew: false, body }, filter.conditions);
  }

  @PostForm('person/:username/remove')
  @Requires('manage_asset', { see: 'view_asset' })
  async remove(
    access: AssetAccess<'manage_asset'>,
    @CurrentActor() actor: UserActor,
    @Param('username') username: string,
  ) {
    await this.assignments.revokeAll(actor, access, username);
    // The people of a project that they left are out of their sight.
    if (username.toLowerCase() === actor.username.toLowerCase()) return presentRedirect(LEFT);
    return presentRedirect(`${peoplePath({ uid: access.assetUid })}?done=removed`);
  }

  /** Replaces all people by those of another project. */
  @PostForm('copy')
  @Requires('manage_asset', { see: 'view_asset' })
  async copy(
    access: AssetAccess<'manage_asset'>,
    @CurrentVisitor() visitor: Visitor<UserActor>,
    @Body() body: Sent,
  ) {
    return handleForm(
      async () => {
        const source = lineOf(body, 'source');
        if (source === '') throw InvalidError.at('source', 'Choose a project.');
        return this.assignments.copyFrom(visitor.actor, access, source);
      },
      {
        done: () => presentRedirect(`${peoplePath({ uid: access.assetUid })}?done=copied`),
        invalid: (errors) => this.presentPeople(visitor, access, { errors }),
      },
    );
  }

  @PostForm('leave')
  @Requires('view_asset')
  async leave(access: AssetAccess<'view_asset'>, @CurrentActor() actor: Actor) {
    if (actor.kind !== 'user') throw new NotFoundError();
    await this.assignments.revokeAll(actor, access, actor.username);
    return presentRedirect(LEFT);
  }

  @PostForm('public')
  @Requires('manage_asset', { see: 'view_asset' })
  async share(
    access: AssetAccess<'manage_asset'>,
    @CurrentVisitor() visitor: Visitor<UserActor>,
    @Body() body: Sent,
  ) {
    const grants = publicPermissions()
      .filter(([codename]) => body[codename] !== undefined)
      .map(([codename]) => ({ codename }));
    const chosen = new Set<Codename>(grants.map(({ codename }) => codename));
    const check = checkOf<readonly Assignment[]>(body, publicValues(chosen), (stored) =>
      publicValues(publicCodenames(stored)),
    );
    return handleForm(
      () => this.assignments.replaceOf(visitor.actor, access, [ANONYMOUS_USERNAME], grants, check),
      {
        done: () => presentRedirect(`${peoplePath({ uid: access.assetUid })}?done=public`),
        invalid: (errors) => this.presentPeople(visitor, access, { errors, chosen, body }),
      },
    );
  }

  private async presentPeople(
    visitor: Visitor,
    access: AssetAccess<'view_asset' | 'manage_asset'>,
    outcome: PeopleOutcome,
  ) {
    const [project, people] = await Promise.all([
      this.projects.of(visitor.actor, access),
      this.people.of(visitor.actor, access),
    ]);
    return presentPeople(visitor, project, people, outcome);
  }

  private async storedForm(
    actor: UserActor,
    access: AssetAccess<'manage_asset'>,
    username: string,
  ): Promise<PersonForm> {
    const form = personFormOf(username, await this.assignments.list(actor, access));
    // The owner holds everything, and anonymous visitors have a form of their own.
    const { ownerUsername } = await this.projects.of(actor, access);
    if (form.checked.size === 0 || [ownerUsername, ANONYMOUS_USERNAME].includes(username)) {
      throw new NotFoundError();
    }
    return form;
  }

  private async save(
    visitor: Visitor<UserActor>,
    access: AssetAccess<'manage_asset'>,
    view: PersonView,
    stored: readonly RowCondition[] = [],
  ) {
    const { form, isNew, body = {} } = view;
    const check = isNew
      ? undefined
      : checkOf<readonly Assignment[]>(body, personValues(form), (stored) =>
          personValues(personFormOf(form.username, stored)),
        );
    const questions = await this.people.questions(access);
    const isNumeric = (path: string): boolean =>
      questions.some((each) => each.places[0].path === path && ['number', 'whole'].includes(each.kind));
    return handleForm(
      () =>
        namingUser(async () =>
          this.assignments.replaceOf(
            visitor.actor,
            access,
            isNew ? usernamesOf(form) : [form.username],
            grantsOf(form.rows === 'some' ? withChoiceNames(form, questions, stored) : form, isNumeric),
            check,
          ),
        ),
      {
        done: () => presentRedirect(`${peoplePath({ uid: access.assetUid })}?done=saved`),
        invalid: (errors) => this.presentPerson(visitor, access, { ...view, errors }),
      },
    );
  }

  private async presentPerson(visitor: Visitor, access: AssetAccess<'manage_asset'>, view: PersonView) {
    const { isNew, form } = view;
    const [project, questions, stored] = await Promise.all([
      this.projects.of(visitor.actor, access),
      this.people.questions(access),
      isNew ? undefined : this.assignments.list(visitor.actor, access),
    ]);
    const storedForm = stored && personFormOf(form.username, stored);
    return presentPerson(visitor, project, { ...view, storedForm, questions });
  }
}

interface PersonView {
  readonly form: PersonForm;
  readonly isNew: boolean;
  readonly errors?: FormErrors;
  /** As it was sent. */
  readonly body?: Sent;
}
