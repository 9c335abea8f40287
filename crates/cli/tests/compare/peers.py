"""Prints the runs of schedules, as the schedulers themselves compute them.

Reads a list of jobs from standard input: {"peer", "expression", "zone", "windows": [[from, until], ...]} with instants
in seconds. Writes a list with one sorted list of instants per job.
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
    trigger = CronTrigger(timezone=tz, **expression)

    def next_after(at):
        previous = datetime.fromtimestamp(at, tz)
        found = trigger.get_next_fire_time(previous, previous)
        return None if found is None else int(found.timestamp())

    return walk(next_after, start, until)


PEERS = {"croniter": croniter_runs, "celery": celery_runs, "apscheduler": apscheduler_runs}


def main():
    answers = []
    for job in json.load(sys.stdin):
        runs = set()
        for start, until in job["windows"]:
            runs.update(PEERS[job["peer"]](job["expression"], job["zone"], start, until))
        answers.append(sorted(runs))
    json.dump(answers, sys.stdout)


main()
