package refrain;

import java.net.http.HttpHeaders;
import java.time.Duration;
import java.util.Optional;
import refrain.types.Problem;

/** Turns responses that are not a success into exceptions. */
final class Refusals {
    private static final int BODY_CHARACTERS_MAX = 200;

    private Refusals() {}

    static RefrainException of(int status, HttpHeaders headers, String body) {
        Problem problem = problemOf(body);
        String requestId = headers.firstValue("X-Request-Id").orElse(null);
        Optional<Duration> wait = headers.firstValue("Retry-After")
                .filter(text -> text.matches("\\d{1,9}"))
                .map(text -> Duration.ofSeconds(Long.parseLong(text)));
        String message = describe(status, problem, body);
        RefrainException.Facts facts =
                new RefrainException.Facts(message, status, problem, requestId, wait.orElse(null), null);
        return switch (status) {
            case 304 -> new NotModifiedException(facts);
            case 400 -> new InvalidRequestException(facts);
            case 401 -> new UnauthorizedException(facts);
            case 403 -> new ForbiddenException(facts);
            case 404 -> new NotFoundException(facts);
            case 409, 412 -> new ConflictException(facts);
            case 429 -> new RateLimitedException(facts);
            case 502, 503, 504 -> new UnavailableException(facts);
            default -> new RefrainException(facts);
        };
    }

    private static Problem problemOf(String body) {
        try {
            return Records.read(Problem.class, Json.parse(body));
        } catch (JsonException error) {
            return null;
        }
    }

    private static String describe(int status, Problem problem, String body) {
        if (status == 304) {
            return "the version that the caller has is the current one (304)";
        }
        if (problem == null) {
            String start = body.substring(0, Math.min(body.length(), BODY_CHARACTERS_MAX));
            return "the server answered " + status + ": " + Json.write(start);
        }
        String place = problem.path() == null ? "" : " at " + problem.path();
        place += problem.column() == null ? "" : ", column " + problem.column();
        String hint = problem.hint() == null ? "" : "; hint: " + problem.hint();
        return problem.detail() + " (" + status + " " + problem.code() + place + ")" + hint;
    }
}
