# Generated from console/openapi.json by `make clients`. Do not edit.

"""The operations of the API, as methods."""

from .calendars import CalendarsOperations
from .controls import ControlsOperations
from .insight import InsightOperations
from .keys import KeysOperations
from .ledger import LedgerOperations
from .recurring import RecurringOperations
from .schedule import ScheduleOperations
from .schedules import SchedulesOperations
from .secrets import SecretsOperations
from .server import ServerOperations
from .work import WorkOperations
from .async_calendars import AsyncCalendarsOperations
from .async_controls import AsyncControlsOperations
from .async_insight import AsyncInsightOperations
from .async_keys import AsyncKeysOperations
from .async_ledger import AsyncLedgerOperations
from .async_recurring import AsyncRecurringOperations
from .async_schedule import AsyncScheduleOperations
from .async_schedules import AsyncSchedulesOperations
from .async_secrets import AsyncSecretsOperations
from .async_server import AsyncServerOperations
from .async_work import AsyncWorkOperations


class Operations(
    CalendarsOperations,
    ControlsOperations,
    InsightOperations,
    KeysOperations,
    LedgerOperations,
    RecurringOperations,
    ScheduleOperations,
    SchedulesOperations,
    SecretsOperations,
    ServerOperations,
    WorkOperations,
):
    """All operations of the API."""


class AsyncOperations(
    AsyncCalendarsOperations,
    AsyncControlsOperations,
    AsyncInsightOperations,
    AsyncKeysOperations,
    AsyncLedgerOperations,
    AsyncRecurringOperations,
    AsyncScheduleOperations,
    AsyncSchedulesOperations,
    AsyncSecretsOperations,
    AsyncServerOperations,
    AsyncWorkOperations,
):
    """All operations of the API."""
