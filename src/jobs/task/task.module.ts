import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { getRepositoryToken, TypeOrmModule } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import type { TaskEntity } from '../../database/entities/task.entity';
import { TaskStore, type NewTask } from './task-store.port';
import { TaskRepository } from './task.repository';
import { Tasks } from './tasks';

@Module({})
export class TaskModule {
  /** @param clearedOnEnd columns set when a task ends, such as its input set to null */
  static forFeature<Task extends TaskEntity>(
    entity: Type<Task>,
    clearedOnEnd?: Readonly<Partial<NewTask<Task>>>,
  ): DynamicModule {
    return {
      module: TaskModule,
      imports: [TypeOrmModule.forFeature([entity])],
      providers: [
        {
          provide: TaskStore,
          inject: [getRepositoryToken(entity)],
          useFactory: (tasks: Repository<TaskEntity>) => new TaskRepository<Task>(tasks, clearedOnEnd),
        },
        Tasks,
      ],
      exports: [Tasks, TypeOrmModule],
    };
  }
}
