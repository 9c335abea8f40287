# Generated from console/openapi.json by `make clients`. Do not edit.

"""Operations of the group `server`."""

from __future__ import annotations

from typing import Any

from . import endpoints
from .. import types
from .._core import Core


class ServerOperations(Core):
    """Operations of the group `server`."""

    def check_liveness(self) -> types.Liveness:
        """Checks liveness.

        Returns 200 as long as the process runs. The check does not contact the store, so that an
        unavailable database does not get the process killed.
        """
        return self._call(endpoints.CHECK_LIVENESS)

    def get_metrics(self) -> str:
        """Gets the metrics of this node.

        In the Prometheus text format. Each node reports only its own activity.

        Requires `server`.
        """
        return self._call(endpoints.GET_METRICS)

    def check_readiness(self) -> types.Readiness:
        """Checks readiness.

        Returns 503 with a `code` if the server cannot work: the code of the store's error,
        `node_failed` if the node has failed, `disk_full` if the store is full, `writes_fail` if a
        small write fails, or `clock_ahead` while planning is halted because the store's clock
        jumped forward.
        """
        return self._call(endpoints.CHECK_READINESS)

    def get_config(self) -> Any:
        """Gets the configuration.

        Returns the effective values, as `refrain config` prints them. Secrets are not included.

        Requires `server`.
        """
        return self._call(endpoints.GET_CONFIG)

    def list_nodes(self) -> types.NodeList:
        """Lists live nodes.

        A node is removed from the list 30 seconds after its last heartbeat.

        Requires `server`.
        """
        return self._call(endpoints.LIST_NODES)

    def list_providers(self) -> types.ProviderList:
        """Lists the providers of this node.

        Checks the health of each provider. A provider that does not respond within 5 seconds is
        unhealthy.

        Requires `viewer`.
        """
        return self._call(endpoints.LIST_PROVIDERS)
