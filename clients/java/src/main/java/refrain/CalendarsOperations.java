// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain;

import refrain.types.Calendar;
import refrain.types.CalendarImportResult;
import refrain.types.CalendarList;
import refrain.types.ImportCalendarOptions;
import refrain.types.ListCalendarsOptions;
import refrain.types.StoredCalendar;

/** Operations of the group {@code calendars}. */
abstract class CalendarsOperations extends Core {
    private static final Endpoint LIST_CALENDARS = Endpoint.of(
            "listCalendars",
            "GET",
            "/v1/calendars",
            null,
            Endpoint.Trait.REPEATABLE);
    private static final Endpoint GET_CALENDAR = Endpoint.of(
            "getCalendar",
            "GET",
            "/v1/calendars/{name}",
            null,
            Endpoint.Trait.REPEATABLE,
            Endpoint.Trait.CACHEABLE);
    private static final Endpoint PUT_CALENDAR = Endpoint.of(
            "putCalendar",
            "PUT",
            "/v1/calendars/{name}",
            "application/json",
            Endpoint.Trait.REPEATABLE,
            Endpoint.Trait.CONDITIONAL,
            Endpoint.Trait.CREATING);
    private static final Endpoint DELETE_CALENDAR = Endpoint.of(
            "deleteCalendar",
            "DELETE",
            "/v1/calendars/{name}",
            null,
            Endpoint.Trait.REPEATABLE,
            Endpoint.Trait.CONDITIONAL);
    private static final Endpoint IMPORT_CALENDAR = Endpoint.of(
            "importCalendar",
            "POST",
            "/v1/calendars/{name}/import",
            "text/calendar",
            Endpoint.Trait.CONDITIONAL,
            Endpoint.Trait.CREATING);

    /**
     * Lists calendars.
     *
     * <p>In order of name. Page size: 50 by default, at most 500.
     *
     * <p>Requires {@code viewer}.
     *
     * @param options Parameters of the query.
     * @param callOptions Options of the call, such as a precondition.
     */
    public Listing<CalendarList, StoredCalendar> listCalendars(
            ListCalendarsOptions options,
            CallOptions callOptions) {
        return list(
                new Call(LIST_CALENDARS, callOptions).query(options),
                CalendarList.class,
                CalendarList::items,
                CalendarList::nextCursor);
    }

    /**
     * As {@link #listCalendars(ListCalendarsOptions, CallOptions)},
     * with the defaults of what is left out.
     */
    public Listing<CalendarList, StoredCalendar> listCalendars(ListCalendarsOptions options) {
        return listCalendars(options, null);
    }

    /**
     * As {@link #listCalendars(ListCalendarsOptions, CallOptions)},
     * with the defaults of what is left out.
     */
    public Listing<CalendarList, StoredCalendar> listCalendars() {
        return listCalendars(null, null);
    }

    /**
     * Gets a calendar.
     *
     * <p>Returns the calendar with its version: its days off and its weekend.
     *
     * <p>Requires {@code viewer}.
     *
     * @param name Name of the calendar.
     * @param callOptions Options of the call, such as a precondition.
     */
    public StoredCalendar getCalendar(String name, CallOptions callOptions) {
        return send(new Call(GET_CALENDAR, callOptions).path(name), StoredCalendar.class);
    }

    /** As {@link #getCalendar(String, CallOptions)}, with the defaults of what is left out. */
    public StoredCalendar getCalendar(String name) {
        return getCalendar(name, null);
    }

    /**
     * Creates or replaces a calendar.
     *
     * <p>Schedules that use the calendar are updated immediately: occurrences planned on a new day off are
     * superseded, and days that are no longer off get their occurrences. With {@code If-Match}, the
     * calendar is replaced only if its version matches; with {@code If-None-Match: *}, it is only
     * created. Otherwise the request returns 412.
     *
     * <p>Requires {@code editor}.
     *
     * @param name Name of the calendar.
     * @param calendar Body of the request.
     * @param callOptions Options of the call, such as a precondition.
     */
    public StoredCalendar putCalendar(String name, Calendar calendar, CallOptions callOptions) {
        return send(new Call(PUT_CALENDAR, callOptions).path(name).body(calendar), StoredCalendar.class);
    }

    /** As {@link #putCalendar(String, Calendar, CallOptions)}, with the defaults of what is left out. */
    public StoredCalendar putCalendar(String name, Calendar calendar) {
        return putCalendar(name, calendar, null);
    }

    /**
     * Deletes a calendar.
     *
     * <p>A calendar that schedules use cannot be deleted: the request returns 409 ({@code calendar_in_use})
     * and lists the schedules.
     *
     * <p>Requires {@code editor}.
     *
     * @param name Name of the calendar.
     * @param callOptions Options of the call, such as a precondition.
     */
    public void deleteCalendar(String name, CallOptions callOptions) {
        sendForNothing(new Call(DELETE_CALENDAR, callOptions).path(name));
    }

    /** As {@link #deleteCalendar(String, CallOptions)}, with the defaults of what is left out. */
    public void deleteCalendar(String name) {
        deleteCalendar(name, null);
    }

    /**
     * Imports a calendar from an iCalendar file.
     *
     * <p>The days of all-day events replace the dates of the calendar; its weekend stays. Recurring events
     * are expanded from {@code from} to {@code until}. Events with a time of day and canceled events are
     * skipped and listed in the response. The calendar is created if it does not exist.
     *
     * <p>With {@code If-Match}, the calendar is replaced only if its version matches; with
     * {@code If-None-Match: *}, it is only created. Otherwise the request returns 412.
     *
     * <p>Requires {@code editor}.
     *
     * @param name Calendar name.
     * @param text Body of the request.
     * @param options Parameters of the query.
     * @param callOptions Options of the call, such as a precondition.
     */
    public CalendarImportResult importCalendar(
            String name,
            String text,
            ImportCalendarOptions options,
            CallOptions callOptions) {
        return send(
                new Call(IMPORT_CALENDAR, callOptions).path(name).query(options).body(text),
                CalendarImportResult.class);
    }

    /**
     * As {@link #importCalendar(String, String, ImportCalendarOptions, CallOptions)},
     * with the defaults of what is left out.
     */
    public CalendarImportResult importCalendar(String name, String text, ImportCalendarOptions options) {
        return importCalendar(name, text, options, null);
    }

    /**
     * As {@link #importCalendar(String, String, ImportCalendarOptions, CallOptions)},
     * with the defaults of what is left out.
     */
    public CalendarImportResult importCalendar(String name, String text) {
        return importCalendar(name, text, null, null);
    }
}
