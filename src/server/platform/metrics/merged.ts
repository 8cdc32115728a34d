const HEAD = /^# (?:HELP|TYPE) (\S+)/;

interface Metric {
  readonly head: string[];
  readonly values: string[];
}

/**
 * Merges the metrics of several processes into one text, each metric once with the values of all: Prometheus refuses a
 * metric that is described twice. The label `process` keeps the values apart, so they are not added up.
 */
export function merged(texts: readonly string[]): string {
  const [only = ''] = texts;
  if (texts.length === 1) return only;
  const metrics = new Map<string, Metric>();
  for (const text of texts) addTo(metrics, text);
  return [...metrics.values()].flatMap(({ head, values }) => [...head, ...values, '']).join('\n');
}

function addTo(metrics: Map<string, Metric>, text: string): void {
  let metric: Metric = { head: [], values: [] };
  for (const line of text.split('\n').filter((each) => each !== '')) {
    const name = HEAD.exec(line)?.[1];
    if (name === undefined) {
      metric.values.push(line);
      continue;
    }
    metric = metrics.get(name) ?? { head: [], values: [] };
    metrics.set(name, metric);
    if (metric.head.length < 2 && !metric.head.includes(line)) metric.head.push(line);
  }
}
