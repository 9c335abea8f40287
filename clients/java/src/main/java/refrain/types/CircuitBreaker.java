// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

import java.time.Instant;
import refrain.Required;

/**
 * State of a circuit breaker.
 *
 * @param provider Name of the provider.
 * @param receiver Receiver in the provider's own terms. Empty if the provider has only one receiver.
 * @param isProviderAvailable Whether this node has the provider. Other nodes may have others.
 * @param state State: {@code closed}, {@code failing}, {@code open}, {@code half_open} or
 *     {@code tripped}.
 * @param isClosed Whether actions for the receiver are sent.
 * @param failures Number of consecutive failures, while the breaker is {@code failing}.
 * @param note Reason given when the breaker was tripped.
 * @param successes Number of consecutive deliveries, while the breaker is {@code half_open}.
 * @param until While the breaker is {@code open}: when the next probe may be sent. While it is
 *     {@code half_open}: when the current probe times out.
 */
public record CircuitBreaker(
        @Required String provider,
        @Required String receiver,
        boolean isProviderAvailable,
        @Required String state,
        boolean isClosed,
        Long failures,
        String note,
        Long successes,
        Instant until) {}
