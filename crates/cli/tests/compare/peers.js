// Prints the runs of patterns as BullMQ computes them: each run is searched anew from the one before. Reads a list of
// jobs, {"expression", "zone", "windows"}, from standard input, and writes one sorted list of seconds per job. A search
// that fails ends the list with `null`.
const { CronExpressionParser } = require('cron-parser')

function runs (job) {
  const found = new Set()
  let hasFailed = false
  for (const [start, until] of job.windows) {
    let at = start
    try {
      while (true) {
        const options = { tz: job.zone, currentDate: new Date(at * 1000) }
        at = CronExpressionParser.parse(job.expression, options).next().getTime() / 1000
        if (at >= until) break
        found.add(at)
      }
    } catch {
      hasFailed = true
    }
  }
  const sorted = [...found].sort((one, other) => one - other)
  return hasFailed ? [...sorted, null] : sorted
}

const jobs = JSON.parse(require('fs').readFileSync(0, 'utf8'))
process.stdout.write(JSON.stringify(jobs.map(runs)))
