// Generated from console/openapi.json by `make clients`. Do not edit.

//! Operations of the group `calendars`.

use std::borrow::Borrow;

use jiff::civil::Date;

use crate::call::{Call, endpoint};
use crate::client::Client;
use crate::types::{Calendar, CalendarImportResult, CalendarList, StoredCalendar};

impl Client {
    /// Lists calendars.
    ///
    /// In order of name. Page size: 50 by default, at most 500.
    ///
    /// Requires `viewer`.
    pub fn list_calendars(&self) -> Call<ListCalendars> {
        self.call::<ListCalendars>(&[])
    }

    /// Gets a calendar.
    ///
    /// Returns the calendar with its version: its days off and its weekend.
    ///
    /// Requires `viewer`.
    pub fn get_calendar(&self, name: &str) -> Call<GetCalendar> {
        self.call::<GetCalendar>(&[&name])
    }

    /// Creates or replaces a calendar.
    ///
    /// Schedules that use the calendar are updated immediately: occurrences planned on a new day off are superseded,
    /// and days that are no longer off get their occurrences. With `If-Match`, the calendar is replaced only if its
    /// version matches; with `If-None-Match: *`, it is only created. Otherwise the request returns 412.
    ///
    /// Requires `editor`.
    pub fn put_calendar(&self, name: &str, calendar: impl Borrow<Calendar>) -> Call<PutCalendar> {
        self.call::<PutCalendar>(&[&name]).body_json(calendar.borrow())
    }

    /// Deletes a calendar.
    ///
    /// A calendar that schedules use cannot be deleted: the request returns 409 (`calendar_in_use`) and lists the
    /// schedules.
    ///
    /// Requires `editor`.
    pub fn delete_calendar(&self, name: &str) -> Call<DeleteCalendar> {
        self.call::<DeleteCalendar>(&[&name])
    }

    /// Imports a calendar from an iCalendar file.
    ///
    /// The days of all-day events replace the dates of the calendar; its weekend stays. Recurring events are expanded
    /// from `from` to `until`. Events with a time of day and canceled events are skipped and listed in the response.
    /// The calendar is created if it does not exist.
    ///
    /// With `If-Match`, the calendar is replaced only if its version matches; with `If-None-Match: *`, it is only
    /// created. Otherwise the request returns 412.
    ///
    /// Requires `editor`.
    pub fn import_calendar(&self, name: &str, text: impl Into<String>) -> Call<ImportCalendar> {
        self.call::<ImportCalendar>(&[&name]).body_text(text)
    }
}

endpoint! {
    ListCalendars = "listCalendars" GET "/v1/calendars";
    media "", repeatable true, keyed false, slow false;
    -> CalendarList as json;
    Listing(StoredCalendar, items);
}

impl Call<ListCalendars> {
    /// Page size. Default: 50. Maximum: 500.
    pub fn limit(self, limit: u32) -> Self {
        self.parameter("limit", limit)
    }

    /// Cursor: the `next_cursor` of the previous page.
    pub fn cursor(self, cursor: &str) -> Self {
        self.parameter("cursor", cursor)
    }
}

endpoint! {
    GetCalendar = "getCalendar" GET "/v1/calendars/{name}";
    media "", repeatable true, keyed false, slow false;
    -> StoredCalendar as json;
    Cacheable;
}

endpoint! {
    PutCalendar = "putCalendar" PUT "/v1/calendars/{name}";
    media "application/json", repeatable true, keyed false, slow false;
    -> StoredCalendar as json;
    Conditional;
    Creating;
}

endpoint! {
    DeleteCalendar = "deleteCalendar" DELETE "/v1/calendars/{name}";
    media "", repeatable true, keyed false, slow false;
    -> () as nothing;
    Conditional;
}

endpoint! {
    ImportCalendar = "importCalendar" POST "/v1/calendars/{name}/import";
    media "text/calendar", repeatable false, keyed false, slow false;
    -> CalendarImportResult as json;
    Conditional;
    Creating;
}

impl Call<ImportCalendar> {
    /// Start date. Default: January 1 of last year.
    pub fn from(self, from: Date) -> Self {
        self.parameter("from", from)
    }

    /// End date, exclusive. Default: 6 years after `from`. Maximum: 30 years after `from`.
    pub fn until(self, until: Date) -> Self {
        self.parameter("until", until)
    }
}
