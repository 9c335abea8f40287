// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain;

import refrain.types.DeadLetter;
import refrain.types.DeadLetterList;
import refrain.types.DeadLetterSelection;
import refrain.types.DiscardResult;
import refrain.types.GenerateRequest;
import refrain.types.GenerateResult;
import refrain.types.ListDeadLettersOptions;
import refrain.types.ListOccurrencesOptions;
import refrain.types.Occurrence;
import refrain.types.OccurrenceChangeRequest;
import refrain.types.OccurrenceDetail;
import refrain.types.OccurrenceList;
import refrain.types.ReplayResult;
import refrain.types.ReprocessRequest;

/** Operations of the group {@code ledger}. */
abstract class LedgerOperations extends KeysOperations {
    private static final Endpoint LIST_DEAD_LETTERS = Endpoint.of(
            "listDeadLetters",
            "GET",
            "/v1/dead-letters",
            null,
            Endpoint.Trait.REPEATABLE);
    private static final Endpoint DISCARD_DEAD_LETTERS = Endpoint.of(
            "discardDeadLetters",
            "POST",
            "/v1/dead-letters/discard",
            "application/json");
    private static final Endpoint REPLAY_DEAD_LETTERS = Endpoint.of(
            "replayDeadLetters",
            "POST",
            "/v1/dead-letters/replay",
            "application/json");
    private static final Endpoint GENERATE_OCCURRENCES = Endpoint.of(
            "generateOccurrences",
            "POST",
            "/v1/generate",
            "application/json");
    private static final Endpoint LIST_OCCURRENCES = Endpoint.of(
            "listOccurrences",
            "GET",
            "/v1/occurrences",
            null,
            Endpoint.Trait.REPEATABLE);
    private static final Endpoint GET_OCCURRENCE = Endpoint.of(
            "getOccurrence",
            "GET",
            "/v1/occurrences/{id}",
            null,
            Endpoint.Trait.REPEATABLE);
    private static final Endpoint CANCEL_OCCURRENCE = Endpoint.of(
            "cancelOccurrence",
            "POST",
            "/v1/occurrences/{id}/cancel",
            "application/json");
    private static final Endpoint REPROCESS_OCCURRENCE = Endpoint.of(
            "reprocessOccurrence",
            "POST",
            "/v1/occurrences/{id}/reprocess",
            "application/json");
    private static final Endpoint SKIP_OCCURRENCE = Endpoint.of(
            "skipOccurrence",
            "POST",
            "/v1/occurrences/{id}/skip",
            "application/json");

    /**
     * Lists dead letters.
     *
     * <p>Failed occurrences that were not discarded, or dead work items, newest first. Page size: 50 by
     * default, at most 500.
     *
     * <p>Requires {@code viewer}.
     *
     * @param options Parameters of the query.
     * @param callOptions Options of the call, such as a precondition.
     */
    public Listing<DeadLetterList, DeadLetter> listDeadLetters(
            ListDeadLettersOptions options,
            CallOptions callOptions) {
        return list(
                new Call(LIST_DEAD_LETTERS, callOptions).query(options),
                DeadLetterList.class,
                DeadLetterList::items,
                DeadLetterList::nextCursor);
    }

    /**
     * As {@link #listDeadLetters(ListDeadLettersOptions, CallOptions)},
     * with the defaults of what is left out.
     */
    public Listing<DeadLetterList, DeadLetter> listDeadLetters(ListDeadLettersOptions options) {
        return listDeadLetters(options, null);
    }

    /**
     * As {@link #listDeadLetters(ListDeadLettersOptions, CallOptions)},
     * with the defaults of what is left out.
     */
    public Listing<DeadLetterList, DeadLetter> listDeadLetters() {
        return listDeadLetters(null, null);
    }

    /**
     * Discards dead letters.
     *
     * <p>Discards the given IDs, or the newest dead letters that match. An occurrence stays failed with its
     * history until retention removes it, and can be reprocessed. A work item is deleted. At most 500 per
     * request.
     *
     * <p>Requires {@code operator}.
     *
     * @param selection Body of the request.
     * @param callOptions Options of the call, such as a precondition.
     */
    public DiscardResult discardDeadLetters(DeadLetterSelection selection, CallOptions callOptions) {
        return send(new Call(DISCARD_DEAD_LETTERS, callOptions).body(selection), DiscardResult.class);
    }

    /**
     * As {@link #discardDeadLetters(DeadLetterSelection, CallOptions)},
     * with the defaults of what is left out.
     */
    public DiscardResult discardDeadLetters(DeadLetterSelection selection) {
        return discardDeadLetters(selection, null);
    }

    /**
     * Replays dead letters.
     *
     * <p>Replays the given IDs, or the newest dead letters that match. Each one starts over with all its
     * attempts and keeps its idempotency key. At most 500 per request.
     *
     * <p>Requires {@code operator}.
     *
     * @param selection Body of the request.
     * @param callOptions Options of the call, such as a precondition.
     */
    public ReplayResult replayDeadLetters(DeadLetterSelection selection, CallOptions callOptions) {
        return send(new Call(REPLAY_DEAD_LETTERS, callOptions).body(selection), ReplayResult.class);
    }

    /**
     * As {@link #replayDeadLetters(DeadLetterSelection, CallOptions)},
     * with the defaults of what is left out.
     */
    public ReplayResult replayDeadLetters(DeadLetterSelection selection) {
        return replayDeadLetters(selection, null);
    }

    /**
     * Plans occurrences around a time.
     *
     * <p>Creates every missing occurrence of all active schedules in the range. Existing occurrences stay as
     * they are, so the request may be repeated. Each side of the range is at most 400 days long and has
     * at most 10,000 occurrences per schedule; the server may be configured with a lower limit.
     *
     * <p>With an {@code as_of} in the future, what is due until then is planned and not missed. A schedule
     * that cannot be planned does not stop the others; the response is then its error.
     *
     * <p>Requires {@code operator}. Also requires {@code backfill} for past occurrences.
     *
     * @param request Body of the request.
     * @param callOptions Options of the call, such as a precondition.
     */
    public GenerateResult generateOccurrences(GenerateRequest request, CallOptions callOptions) {
        return send(new Call(GENERATE_OCCURRENCES, callOptions).body(request), GenerateResult.class);
    }

    /**
     * As {@link #generateOccurrences(GenerateRequest, CallOptions)},
     * with the defaults of what is left out.
     */
    public GenerateResult generateOccurrences(GenerateRequest request) {
        return generateOccurrences(request, null);
    }

    /**
     * Lists occurrences.
     *
     * <p>Newest first, including planned occurrences. Page size: 50 by default, at most 500.
     *
     * <p>Requires {@code viewer}.
     *
     * @param options Parameters of the query.
     * @param callOptions Options of the call, such as a precondition.
     */
    public Listing<OccurrenceList, Occurrence> listOccurrences(
            ListOccurrencesOptions options,
            CallOptions callOptions) {
        return list(
                new Call(LIST_OCCURRENCES, callOptions).query(options),
                OccurrenceList.class,
                OccurrenceList::items,
                OccurrenceList::nextCursor);
    }

    /**
     * As {@link #listOccurrences(ListOccurrencesOptions, CallOptions)},
     * with the defaults of what is left out.
     */
    public Listing<OccurrenceList, Occurrence> listOccurrences(ListOccurrencesOptions options) {
        return listOccurrences(options, null);
    }

    /**
     * As {@link #listOccurrences(ListOccurrencesOptions, CallOptions)},
     * with the defaults of what is left out.
     */
    public Listing<OccurrenceList, Occurrence> listOccurrences() {
        return listOccurrences(null, null);
    }

    /**
     * Gets an occurrence.
     *
     * <p>Includes all attempts.
     *
     * <p>Requires {@code viewer}.
     *
     * @param id Occurrence ID.
     * @param callOptions Options of the call, such as a precondition.
     */
    public OccurrenceDetail getOccurrence(long id, CallOptions callOptions) {
        return send(new Call(GET_OCCURRENCE, callOptions).path(id), OccurrenceDetail.class);
    }

    /** As {@link #getOccurrence(long, CallOptions)}, with the defaults of what is left out. */
    public OccurrenceDetail getOccurrence(long id) {
        return getOccurrence(id, null);
    }

    /**
     * Cancels an occurrence.
     *
     * <p>A planned occurrence is skipped. If the occurrence is running, its worker is asked to stop.
     *
     * <p>Requires {@code operator}.
     *
     * @param id Occurrence ID.
     * @param request Body of the request.
     * @param callOptions Options of the call, such as a precondition.
     */
    public Occurrence cancelOccurrence(long id, OccurrenceChangeRequest request, CallOptions callOptions) {
        return send(new Call(CANCEL_OCCURRENCE, callOptions).path(id).body(request), Occurrence.class);
    }

    /**
     * As {@link #cancelOccurrence(long, OccurrenceChangeRequest, CallOptions)},
     * with the defaults of what is left out.
     */
    public Occurrence cancelOccurrence(long id, OccurrenceChangeRequest request) {
        return cancelOccurrence(id, request, null);
    }

    /**
     * As {@link #cancelOccurrence(long, OccurrenceChangeRequest, CallOptions)},
     * with the defaults of what is left out.
     */
    public Occurrence cancelOccurrence(long id) {
        return cancelOccurrence(id, null, null);
    }

    /**
     * Reprocesses an occurrence.
     *
     * <p>Plans a completed occurrence again with all its attempts, and with another payload if one is given.
     * The occurrence keeps its period and its idempotency key. If the occurrence has not completed, the
     * request returns 409.
     *
     * <p>Requires {@code operator}. Also requires {@code fire} for some requests. Also requires
     * {@code command} if the request can start a program.
     *
     * @param id Occurrence ID.
     * @param request Body of the request.
     * @param callOptions Options of the call, such as a precondition.
     */
    public Occurrence reprocessOccurrence(long id, ReprocessRequest request, CallOptions callOptions) {
        return send(new Call(REPROCESS_OCCURRENCE, callOptions).path(id).body(request), Occurrence.class);
    }

    /**
     * As {@link #reprocessOccurrence(long, ReprocessRequest, CallOptions)},
     * with the defaults of what is left out.
     */
    public Occurrence reprocessOccurrence(long id, ReprocessRequest request) {
        return reprocessOccurrence(id, request, null);
    }

    /**
     * As {@link #reprocessOccurrence(long, ReprocessRequest, CallOptions)},
     * with the defaults of what is left out.
     */
    public Occurrence reprocessOccurrence(long id) {
        return reprocessOccurrence(id, null, null);
    }

    /**
     * Skips an occurrence.
     *
     * <p>A planned occurrence is settled as skipped and will not run.
     *
     * <p>Requires {@code operator}.
     *
     * @param id Occurrence ID.
     * @param request Body of the request.
     * @param callOptions Options of the call, such as a precondition.
     */
    public Occurrence skipOccurrence(long id, OccurrenceChangeRequest request, CallOptions callOptions) {
        return send(new Call(SKIP_OCCURRENCE, callOptions).path(id).body(request), Occurrence.class);
    }

    /**
     * As {@link #skipOccurrence(long, OccurrenceChangeRequest, CallOptions)},
     * with the defaults of what is left out.
     */
    public Occurrence skipOccurrence(long id, OccurrenceChangeRequest request) {
        return skipOccurrence(id, request, null);
    }

    /**
     * As {@link #skipOccurrence(long, OccurrenceChangeRequest, CallOptions)},
     * with the defaults of what is left out.
     */
    public Occurrence skipOccurrence(long id) {
        return skipOccurrence(id, null, null);
    }
}
