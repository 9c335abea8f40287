CELERY_BEAT_SCHEDULE = {
    'no-task': {'schedule': 5},
    'no-schedule': {'task': 'a'},
    'computed': {'task': 'a', 'schedule': settings.EVERY},
    'half': {'task': 'a', 'schedule': 0.5},
    'hour': {'task': 'a', 'schedule': crontab(hour=25)},
    'argument': {'task': 'a', 'schedule': 60, 'args': (now(),)},
    'field': {'task': 'a', 'schedule': crontab(hour=HOURS)},
    'nowfun': {'task': 'a', 'schedule': crontab(nowfun=now)},
    NAME: {'task': 'a', 'schedule': 60},
    'list': [1],
}
