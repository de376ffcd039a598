import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { getRepositoryToken, TypeOrmModule } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import type { TaskEntity } from '../../database/entities/task.entity';
import { TaskRunner } from './task-runner';
import { TaskStore } from './task-store.port';
import { TaskRepository } from './task.repository';
import { type NewTask, Tasks } from './task.port';

/** Background tasks for the module that imports it, in a table of that module's own. */
@Module({})
export class TaskModule {
  /** @param whenOver what is set of a task when it ends, such as bytes that nobody needs any more */
  static of<Task extends TaskEntity>(
    entity: Type<Task>,
    whenOver?: Readonly<Partial<NewTask<Task>>>,
  ): DynamicModule {
    return {
      module: TaskModule,
      imports: [TypeOrmModule.forFeature([entity])],
      providers: [
        {
          provide: TaskStore,
          inject: [getRepositoryToken(entity)],
          useFactory: (tasks: Repository<TaskEntity>) => new TaskRepository<Task>(tasks, whenOver),
        },
        { provide: Tasks, useClass: TaskRunner },
      ],
      exports: [Tasks, TypeOrmModule],
    };
  }
}
