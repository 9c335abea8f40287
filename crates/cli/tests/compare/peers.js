// Prints the runs of patterns as BullMQ computes them: each run is searched anew from the one before.
//
// Reads a job per line from standard input: the pattern, the time zone, and pairs of instants in seconds, separated by
// tabs and blanks. Writes a line per job: its runs in seconds. A search that fails ends its runs.
const { CronExpressionParser } = require('cron-parser')

function runs (pattern, zone, from, until) {
  const found = []
  let at = from
  try {
    while (true) {
      at = CronExpressionParser.parse(pattern, { tz: zone, currentDate: new Date(at * 1000) }).next().getTime() / 1000
      if (at >= until) return found
      found.push(at)
    }
  } catch {
    return found
  }
}

function answer (line) {
  const [pattern, zone, spans] = line.split('\t')
  const ends = spans.split(' ').map(Number)
  const found = []
  for (let index = 0; index < ends.length; index += 2) found.push(...runs(pattern, zone, ends[index], ends[index + 1]))
  return found.join(' ')
}

const lines = require('fs').readFileSync(0, 'utf8').trimEnd().split('\n')
process.stdout.write(lines.map(line => answer(line) + '\n').join(''))
