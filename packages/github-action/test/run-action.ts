import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readAction } from './read-action.ts';
import { readCommandFile } from './read-command-file.ts';
import { readWorkflowCommands, type WorkflowCommands } from './read-workflow-commands.ts';
import { type Interruption, type ProcessEnd, runProcess } from './run-process.ts';
import { type Expressions, inputVariables, runnerVariables } from './runner-variables.ts';

export interface StepToRun {
  /** GITHUB_EVENT_NAME. */
  eventName: string;
  /** What GITHUB_EVENT_PATH leads to. */
  payload: unknown;
  /** The step's `with:`. */
  inputs?: Record<string, string>;
  /** GITHUB_SHA and the like, and the `env:` of the step. */
  env?: Record<string, string>;
  /** Values of the expressions that action.yml has as defaults. */
  expressions?: Partial<Expressions>;
  /** What has changed when post runs, such as `job.status`; a failed main makes it `failure` by itself. */
  atPost?: Partial<Expressions>;
  /** Absolute path of the entry; the committed bundle by default. */
  entry?: string;
  /** Milliseconds after which a step is killed; 20,000 by default. */
  deadlineMs?: number;
  /** Of main, as the runner does when the job is cancelled. */
  interrupt?: Interruption;
}

/** What one of the two steps did. */
export interface StepRun extends ProcessEnd, WorkflowCommands {
  outputs: Record<string, string>;
  state: Record<string, string>;
  /** Variables for the steps that follow. */
  exported: Record<string, string>;
  /** Markdown. */
  summary: string;
}

export interface ActionRun extends AsyncDisposable {
  main: StepRun;
  post: StepRun;
  /** RUNNER_TEMP; it is removed on disposal, with everything else. */
  temp: string;
  /** GITHUB_WORKSPACE. */
  workspace: string;
}

const COMMITTED_BUNDLE = join(import.meta.dirname, '../dist/index.js');

/** Runs the Action as GitHub's runner does: main, then post, each in a clean environment with its own command files. */
export async function runAction(step: StepToRun): Promise<ActionRun> {
  const root = await mkdtemp(join(tmpdir(), 'milepost-runner-'));
  const temp = join(root, '_temp');
  const workspace = join(root, 'workspace');
  await Promise.all([mkdir(temp), mkdir(workspace)]);
  const payloadFile = join(root, 'event.json');
  await writeFile(payloadFile, JSON.stringify(step.payload));
  const { inputs: declared } = await readAction();
  const expressions: Expressions = {
    'job.status': 'success',
    'job.check_run_id': '',
    'github.token': '',
    'toJSON(matrix)': 'null',
    'runner.temp': temp,
    ...step.expressions,
  };

  async function run(
    phase: 'main' | 'post',
    values: Expressions,
    state: Record<string, string>,
  ): Promise<StepRun> {
    const files = await makeCommandFiles(root, phase);
    const stateVariables = Object.entries(state).map(([name, value]) => [`STATE_${name}`, value]);
    const env = {
      ...runnerVariables({ eventName: step.eventName, payloadFile, home: root, temp, workspace }),
      ...files,
      ...inputVariables(declared, step.inputs ?? {}, values),
      ...Object.fromEntries(stateVariables),
      ...step.env,
    };
    const entry = step.entry ?? COMMITTED_BUNDLE;
    const { deadlineMs = 20_000, interrupt } = step;
    const end = await runProcess([entry], {
      env,
      cwd: workspace,
      deadlineMs,
      interrupt: phase === 'main' ? interrupt : undefined,
    });
    return {
      ...end,
      ...readWorkflowCommands(end.stdout),
      outputs: readCommandFile(await readFile(files.GITHUB_OUTPUT, 'utf8')),
      state: readCommandFile(await readFile(files.GITHUB_STATE, 'utf8')),
      exported: readCommandFile(await readFile(files.GITHUB_ENV, 'utf8')),
      summary: await readFile(files.GITHUB_STEP_SUMMARY, 'utf8'),
    };
  }

  const dispose = () => rm(root, { recursive: true, force: true });
  try {
    const main = await run('main', expressions, {});
    const status = main.exitCode === 0 ? expressions['job.status'] : 'failure';
    const post = await run('post', { ...expressions, 'job.status': status, ...step.atPost }, main.state);
    return { main, post, temp, workspace, [Symbol.asyncDispose]: dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

async function makeCommandFiles(root: string, phase: string) {
  const directory = join(root, `_file_commands_${phase}`);
  await mkdir(directory);
  const files = {
    GITHUB_ENV: join(directory, 'set_env'),
    GITHUB_OUTPUT: join(directory, 'set_output'),
    GITHUB_STATE: join(directory, 'save_state'),
    GITHUB_PATH: join(directory, 'add_path'),
    GITHUB_STEP_SUMMARY: join(directory, 'step_summary'),
  };
  await Promise.all(Object.values(files).map((file) => writeFile(file, '')));
  return files;
}
