package refrain;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;
import refrain.types.Problem;

/** A request that failed. The subclasses say what to do about it; {@link #code()} is the stable code of the problem. */
public class RefrainException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** What is known about a failed request. What is not known is null, or 0. */
    record Facts(String message, int status, Problem problem, String requestId, Duration retryAfter, Throwable cause) {
        static Facts of(String message, Throwable cause) {
            return new Facts(message, 0, null, null, null, cause);
        }
    }

    private final transient Facts facts;

    RefrainException(Facts facts) {
        super(facts.message(), facts.cause());
        this.facts = facts;
    }

    /** Returns the status of the response, if there was one. */
    public OptionalInt status() {
        return facts == null || facts.status() == 0 ? OptionalInt.empty() : OptionalInt.of(facts.status());
    }

    /** Returns the problem document of the server, if the response had one. */
    public Optional<Problem> problem() {
        return fact(Facts::problem);
    }

    /** Returns the ID of the request in the logs and the audit log of the server. */
    public Optional<String> requestId() {
        return fact(Facts::requestId);
    }

    /** Returns the time that the server asks the caller to wait. */
    public Optional<Duration> retryAfter() {
        return fact(Facts::retryAfter);
    }

    /** Returns the stable code of the problem, such as {@code lease_lost}. */
    public Optional<String> code() {
        return problem().map(Problem::code);
    }

    /** Returns the explanation of the problem. */
    public Optional<String> detail() {
        return problem().map(Problem::detail);
    }

    /** Returns the suggested remedy. */
    public Optional<String> hint() {
        return problem().map(Problem::hint);
    }

    /** Returns the place in the body that the problem is about, such as {@code action.provider}. */
    public Optional<String> path() {
        return problem().map(Problem::path);
    }

    /** Returns the position in the invalid text, counted in characters from 1. */
    public OptionalLong column() {
        return problem().map(Problem::column).map(OptionalLong::of).orElseGet(OptionalLong::empty);
    }

    private <T> Optional<T> fact(Function<Facts, T> get) {
        return Optional.ofNullable(facts).map(get);
    }
}
