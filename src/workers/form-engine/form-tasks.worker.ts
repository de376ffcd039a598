import { serveTasks } from '../pool/serve-tasks';
import { describeFormFailure } from './form-engine-types';
import { runFormTask, type FormTask } from './form-tasks';

serveTasks((task) => runFormTask(task as FormTask), describeFormFailure);
