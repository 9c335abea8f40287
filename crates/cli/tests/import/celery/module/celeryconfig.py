from celery import Celery
from celery.schedules import crontab, schedule, solar
from datetime import timedelta

app = Celery('shop')
app.conf.timezone = 'Europe/London'
# beat_schedule = {'old': {}}
app.conf.beat_schedule = {
    # Executes every Monday morning at 7:30 a.m.
    'add-every-monday-morning': {
        'task': 'tasks.add',
        'schedule': crontab(hour=7, minute=30, day_of_week=1),
        'args': (16, 16),
    },
    'gap': {'task': 'tasks.gap', 'schedule': crontab(minute='0,30', hour=1)},
    'first-monday': {
        'task': 'tasks.report',
        'schedule': crontab(0, 0, 'mon', day_of_month='1-7'),
        'kwargs': {'format': 'pdf', 'title': '{{ month }}', 'deep': {'a': [1, 2.5, None, True]}},
        'options': {'queue': 'reports', 'expires': 15.0, 'priority': 5},
    },
    'every-30-seconds': {'task': 'tasks.poll', 'schedule': 30.0},
    'every-90-minutes': {'task': 'tasks.sync', 'schedule': timedelta(hours=1, minutes=30), 'relative': True},
    'every-day': {'task': 'tasks.day', 'schedule': schedule(run_every=60 * 60 * 24)},
    'at-the-quarters': {
        'task': 'tasks.quarters',
        'schedule': crontab(minute={0, 15, 30, 45}, hour=range(8, 18, 2), month_of_year='*/3'),
    },
    'at-sunset': {'task': 'tasks.lamp', 'schedule': solar('sunset', -37.8, 144.9)},
}
app.conf.beat_schedule['later'] = {'task': 'tasks.later', 'schedule': crontab.from_string('0 9 * * mon-fri')}
