/** A line that GitHub shows beside the run. */
export interface Annotation {
  level: 'error' | 'warning' | 'notice' | 'debug';
  message: string;
  properties: Record<string, string>;
}

export interface WorkflowCommands {
  annotations: Annotation[];
  /** What the step asked to have masked. */
  masks: string[];
  /** Other commands, as they stand; an action of today needs none. */
  others: string[];
  /** All lines but `add-mask`: what a reader would see if masking did not work. */
  log: string;
}

/** Reads a step's standard output as the runner does. */
export function readWorkflowCommands(stdout: string): WorkflowCommands {
  const found: WorkflowCommands = { annotations: [], masks: [], others: [], log: '' };
  const log: string[] = [];
  for (const line of stdout.split(/\r?\n/)) {
    const [, name, properties = '', data = ''] = /^\s*::([\w-]+)(?: (.*?))?::(.*)$/.exec(line) ?? [];
    if (name === 'add-mask') {
      found.masks.push(unescapeData(data));
      continue;
    }
    log.push(line);
    if (name === undefined) {
      if (line.includes('##[')) found.others.push(line);
    } else if (name === 'error' || name === 'warning' || name === 'notice' || name === 'debug') {
      const message = unescapeData(data);
      found.annotations.push({ level: name, message, properties: propertiesOf(properties) });
    } else {
      found.others.push(line);
    }
  }
  return { ...found, log: log.join('\n') };
}

function propertiesOf(text: string): Record<string, string> {
  const pairs = text.split(',').filter((pair) => pair.includes('='));
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=');
      const value = pair
        .slice(at + 1)
        .replace(/%3A/g, ':')
        .replace(/%2C/g, ',');
      return [pair.slice(0, at), unescapeData(value)];
    }),
  );
}

function unescapeData(text: string): string {
  return text.replace(/%0D/g, '\r').replace(/%0A/g, '\n').replace(/%25/g, '%');
}
