"""Prints the runs of schedules, as the scheduler named by the argument computes them.

Reads a job per line from standard input: the expression, the time zone, and pairs of instants in seconds, separated by
tabs and blanks. Writes a line per job: its runs in seconds.
"""

import json
import sys
from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo

UTC = timezone.utc


def walk(next_after, start, until):
    runs = []
    at = start
    while True:
        at = next_after(at)
        if at is None or at >= until:
            return runs
        runs.append(at)


def croniter_runs(expression, zone, start, until):
    from croniter import croniter

    tz = ZoneInfo(zone)
    found = croniter(expression, datetime.fromtimestamp(start, tz), ret_type=float)
    runs = []
    while True:
        at = found.get_next()
        if at >= until:
            return runs
        runs.append(int(at))


def celery_runs(expression, zone, start, until):
    from celery.schedules import crontab

    minute, hour, day_of_month, month_of_year, day_of_week = expression.split(" ")
    tz = ZoneInfo(zone)
    schedule = crontab(minute, hour, day_of_week, day_of_month, month_of_year, app=App(tz))

    def next_after(at):
        last = datetime.fromtimestamp(at, tz)
        schedule.nowfun = lambda: last
        # What Celery Beat waits for.
        remaining = schedule.remaining_estimate(last).total_seconds()
        return at + max(round(remaining), 1)

    return walk(next_after, start, until)


class App:
    """The settings of an application that a schedule needs."""

    def __init__(self, tz):
        self.timezone = tz
        self.conf = self
        self.enable_utc = True
        self.beat_cron_starting_deadline = None


def apscheduler_runs(expression, zone, start, until):
    from apscheduler.triggers.cron import CronTrigger

    tz = ZoneInfo(zone)
    trigger = CronTrigger(timezone=tz, **json.loads(expression))

    def next_after(at):
        previous = datetime.fromtimestamp(at, tz)
        found = trigger.get_next_fire_time(previous, previous)
        return None if found is None else int(found.timestamp())

    return walk(next_after, start, until)


PEERS = {"croniter": croniter_runs, "celery": celery_runs, "apscheduler": apscheduler_runs}


def main():
    runs_of = PEERS[sys.argv[1]]
    for line in sys.stdin:
        expression, zone, spans = line.rstrip("\n").split("\t")
        ends = iter(map(int, spans.split(" ")))
        print(*(run for start, until in zip(ends, ends) for run in runs_of(expression, zone, start, until)))


main()
