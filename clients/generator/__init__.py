"""Turns the OpenAPI document of the HTTP API into the generated parts of the clients."""
