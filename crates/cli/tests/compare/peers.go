// Prints the runs of expressions, as robfig/cron computes them: the library of Kubernetes.
//
// Reads a job per line from standard input: the expression, the time zone, and pairs of instants in seconds, separated
// by tabs and blanks. Writes a line per job: its runs in seconds.
package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/robfig/cron"
)

// The fields of a CronJob.
var parser = cron.NewParser(cron.Minute | cron.Hour | cron.Dom | cron.Month | cron.Dow | cron.Descriptor)

func runs(schedule cron.Schedule, from, until int64, zone *time.Location) []int64 {
	var found []int64
	end := time.Unix(until, 0)
	for at := schedule.Next(time.Unix(from, 0).In(zone)); !at.IsZero() && at.Before(end); at = schedule.Next(at) {
		found = append(found, at.Unix())
	}
	return found
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for lines.Scan() {
		fields := strings.Split(lines.Text(), "\t")
		schedule, err := parser.Parse("CRON_TZ=" + fields[1] + " " + fields[0])
		if err != nil {
			panic(err)
		}
		zone, err := time.LoadLocation(fields[1])
		if err != nil {
			panic(err)
		}
		reader := strings.NewReader(fields[2])
		for {
			var from, until int64
			if _, err := fmt.Fscan(reader, &from, &until); err != nil {
				break
			}
			for _, at := range runs(schedule, from, until, zone) {
				fmt.Fprint(out, at, " ")
			}
		}
		fmt.Fprintln(out)
	}
}
