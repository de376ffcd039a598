import { Body, Get, Param, Query } from '@nestjs/common';
import { CurrentActor, Requires } from '../../authorization/policy';
import type { UserActor } from '../../domain/account/actor';
import { HookLogService } from '../../modules/hook/hook-log.service';
import { type Hook, type HookAccess, HookService } from '../../modules/hook/hook.service';
import { handleForm, readStart, type Sent, PageController, PostForm } from '../page/handle-form';
import { presentRedirect, SINGLE_PAGE } from '../page/page';
import { checkOf } from '../page/stale-form';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import { Projects } from '../project/project-head';
import { type HookForm, hookFormOf, hookInputOf, hookValues, NEW_HOOK, readHookForm } from './hook-form';
import { type HookLogPage, hookPath, presentHook, presentHooks } from './hook.page';
import { settingsPath } from './settings-tabs';

const LOGS_PER_PAGE = 50;

/** Webhooks of a project with their logs. */
@PageController('projects/:uid/settings/hooks')
export class HookPageController {
  constructor(
    private readonly projects: Projects,
    private readonly hooks: HookService,
    private readonly logs: HookLogService,
  ) {}

  @Get()
  @Requires('change_asset', { also: 'view_submissions' })
  async list(access: HookAccess, @CurrentVisitor() visitor: Visitor<UserActor>, @Query() query: Sent) {
    const { items } = await this.hooks.list(access, SINGLE_PAGE);
    return presentHooks(visitor, await this.projects.of(visitor.actor, access), items, query);
  }

  @Get('new')
  @Requires('change_asset', { also: 'view_submissions' })
  async form(access: HookAccess, @CurrentVisitor() visitor: Visitor<UserActor>) {
    return presentHook(visitor, await this.projects.of(visitor.actor, access), { form: NEW_HOOK });
  }

  @PostForm('new')
  @Requires('change_asset', { also: 'view_submissions' })
  async create(access: HookAccess, @CurrentVisitor() visitor: Visitor<UserActor>, @Body() body: Sent) {
    const form = readHookForm(body);
    const project = await this.projects.of(visitor.actor, access);
    return handleForm(
      async () => this.hooks.create(visitor.actor, access, hookInputOf(form), visitor.origin),
      {
        done: ({ uid }) => presentRedirect(`${hookPath(project, uid)}?done=saved`),
        invalid: (errors) => presentHook(visitor, project, { form, errors }),
      },
    );
  }

  @Get(':hook')
  @Requires('change_asset', { also: 'view_submissions' })
  async show(
    access: HookAccess,
    @CurrentVisitor() visitor: Visitor<UserActor>,
    @Param('hook') uid: string,
    @Query() query: Sent,
  ) {
    const log = await this.log(access, uid, query);
    const project = await this.projects.of(visitor.actor, access);
    return presentHook(visitor, project, { form: hookFormOf(log.hook), log, query });
  }

  @PostForm(':hook')
  @Requires('change_asset', { also: 'view_submissions' })
  async update(
    access: HookAccess,
    @CurrentVisitor() visitor: Visitor<UserActor>,
    @Param('hook') uid: string,
    @Body() body: Sent,
  ) {
    const form: HookForm = readHookForm(body);
    const check = checkOf<Hook>(body, hookValues(form), (stored) => hookValues(hookFormOf(stored)));
    const { origin } = visitor;
    return handleForm(
      async () => this.hooks.update(visitor.actor, access, uid, { input: hookInputOf(form), origin, check }),
      {
        done: () => presentRedirect(`${hookPath({ uid: access.assetUid }, uid)}?done=saved`),
        invalid: async (errors) =>
          presentHook(visitor, await this.projects.of(visitor.actor, access), {
            form,
            errors,
            body,
            log: await this.log(access, uid, {}),
          }),
      },
    );
  }

  @PostForm(':hook/delete')
  @Requires('change_asset', { also: 'view_submissions' })
  async remove(access: HookAccess, @CurrentActor() actor: UserActor, @Param('hook') uid: string) {
    await this.hooks.remove(actor, access, uid);
    return presentRedirect(`${settingsPath({ uid: access.assetUid }, 'hooks/')}?done=deleted`);
  }

  @PostForm(':hook/retry')
  @Requires('change_asset', { also: 'view_submissions' })
  retryAll(access: HookAccess, @CurrentVisitor() visitor: Visitor<UserActor>, @Param('hook') uid: string) {
    return this.retry(access, visitor, uid, async () =>
      (await this.logs.retryAll(access, uid)).length > 0 ? 'retried' : 'none',
    );
  }

  @PostForm(':hook/logs/:log/retry')
  @Requires('change_asset', { also: 'view_submissions' })
  retryOne(
    access: HookAccess,
    @CurrentVisitor() visitor: Visitor<UserActor>,
    @Param('hook') uid: string,
    @Param('log') log: string,
  ) {
    return this.retry(access, visitor, uid, async () =>
      (await this.logs.retry(access, uid, log)).status === 'success' ? 'sent' : 'failed',
    );
  }

  private retry(access: HookAccess, visitor: Visitor, uid: string, action: () => Promise<string>) {
    return handleForm(action, {
      done: (done) => presentRedirect(`${hookPath({ uid: access.assetUid }, uid)}?done=${done}`),
      invalid: async (errors) => {
        const log = await this.log(access, uid, {});
        const project = await this.projects.of(visitor.actor, access);
        return presentHook(visitor, project, { form: hookFormOf(log.hook), log, errors });
      },
    });
  }

  private async log(access: HookAccess, uid: string, query: Sent): Promise<HookLogPage> {
    const window = { start: readStart(query), limit: LOGS_PER_PAGE };
    const [hook, { items, count }] = await Promise.all([
      this.hooks.show(access, uid),
      this.logs.list(access, uid, {}, window),
    ]);
    return { hook, logs: items, window: { ...window, count } };
  }
}
