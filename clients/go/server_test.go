package refrain_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"refrain"
)

// yearly returns a schedule that is never due by itself, and that writes a log record.
func yearly(id string) refrain.NewSchedule {
	return refrain.NewSchedule{
		ID: &id, Cron: refrain.Ptr("0 0 1 1 *"), Timezone: refrain.Ptr("UTC"), Action: refrain.LogAction(map[string]string{"to": "team"}),
	}
}

// create creates a schedule that is never due by itself.
func create(t *testing.T, client *refrain.Client, id string) *refrain.Schedule {
	t.Helper()
	created, err := client.CreateSchedule(background, yearly(id))
	check(t, err)
	return created
}

func TestTheClientAgainstARealServer(t *testing.T) {
	url := startServer(t)
	client := onceClient(t, url)
	for name, test := range map[string]func(*testing.T, *refrain.Client){
		"a schedule is created with everything that was set": createdSchedule,
		"lists are read page by page":                        pages,
		"an edit of another version is a conflict":           conflicts,
		"a manual run is waited for and explained":           manualRun,
		"events of a run are streamed":                       streamedEvents,
		"an invalid request is located":                      locatedProblem,
	} {
		t.Run(name, func(t *testing.T) { test(t, client) })
	}
}

func createdSchedule(t *testing.T, client *refrain.Client) {
	schedule := yearly("created")
	schedule.Labels = map[string]string{"team": "billing"}
	schedule.Overlap = refrain.OverlapPolicyBufferOne
	schedule.Timeout = "90m"
	schedule.Retry = &refrain.RetryPolicy{MaxAttempts: refrain.Ptr(int64(3)), Initial: "90s"}
	_, err := client.CreateSchedule(background, schedule)
	check(t, err)
	stored, err := client.GetSchedule(background, "created")
	check(t, err)
	expect(t, stored.Overlap, refrain.OverlapPolicyBufferOne)
	expect(t, stored.Timeout, "1h 30m")
	expect(t, stored.Retry.Initial, "1m 30s")
	expect(t, stored.Labels["team"], "billing")
	expect(t, stored.Spec.Recurrence.Cron.Expression, "0 0 1 1 *")

	start := time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC)
	every := refrain.Recurrence{Every: &refrain.EveryRecurrence{
		Every: 2, Unit: refrain.IntervalUnitWeeks, OnDays: []refrain.Weekday{refrain.WeekdayMonday}, At: []string{"09:00", "17:00"},
	}}
	saved, err := client.PutSchedule(background, "every", refrain.ScheduleDefinition{
		Spec: &refrain.ScheduleSpec{
			Recurrence: every, Timezone: "Europe/Paris", StartsAt: &start,
			FirstRun: &refrain.FirstRun{After: &refrain.FirstRunAfter{After: "1h"}},
			Jitter:   &refrain.Jitter{Window: refrain.JitterWindow{Text: refrain.Ptr("50%")}},
		},
		Action: refrain.QueueAction("nobody", nil),
	})
	check(t, err)
	expect(t, saved.Spec.StartsAt.Equal(start), true)
	expect(t, saved.Spec.Recurrence.Every.OnDays[0], refrain.WeekdayMonday)
	expect(t, saved.Spec.FirstRun.After.After, "1h")
}

func pages(t *testing.T, client *refrain.Client) {
	for _, id := range []string{"page0", "page1", "page2", "page3", "page4"} {
		create(t, client, id)
	}
	listing := func() *refrain.Listing[refrain.ScheduleList, refrain.Schedule] {
		return client.ListSchedules(background, &refrain.ListSchedulesOptions{IDPrefix: "page", Limit: 2})
	}
	page, err := listing().Page()
	check(t, err)
	if len(page.Items) != 2 || page.NextCursor == nil {
		t.Fatalf("found %v", page)
	}
	all, err := listing().All()
	check(t, err)
	var ids []string
	for _, schedule := range all {
		ids = append(ids, schedule.ID)
	}
	expect(t, strings.Join(ids, " "), "page0 page1 page2 page3 page4")
}

func conflicts(t *testing.T, client *refrain.Client) {
	created := create(t, client, "edited")
	_, err := client.GetSchedule(background, "edited", refrain.IfNoneMatch(created.Revision))
	expectKind(t, err, refrain.ErrNotModified)
	patch := refrain.SchedulePatch{Description: refrain.Set("new"), History: refrain.Set(refrain.HistoryLevelFull)}
	edited, err := client.UpdateSchedule(background, "edited", patch, refrain.IfMatch(created.Revision))
	check(t, err)
	expect(t, *edited.Description, "new")
	expect(t, edited.History, refrain.HistoryLevelFull)
	_, err = client.UpdateSchedule(background, "edited", patch, refrain.IfMatch(created.Revision))
	expect(t, expectKind(t, err, refrain.ErrConflict).Status, http.StatusPreconditionFailed)
	_, err = client.CreateSchedule(background, yearly("edited"))
	expect(t, expectKind(t, err, refrain.ErrConflict).Code(), "exists")
	_, err = client.PutSchedule(background, "edited", daily, refrain.CreateOnly())
	expectKind(t, err, refrain.ErrConflict)
	cleared, err := client.UpdateSchedule(background, "edited", refrain.SchedulePatch{History: refrain.Clear[refrain.HistoryLevel]()})
	check(t, err)
	expect(t, cleared.History, "")
	expect(t, *cleared.Description, "new")
	check(t, client.DeleteSchedule(background, "edited"))
	_, err = client.GetSchedule(background, "edited")
	expectKind(t, err, refrain.ErrNotFound)
}

func manualRun(t *testing.T, client *refrain.Client) {
	create(t, client, "fired")
	note := &refrain.FireRequest{Note: refrain.Ptr("a test")}
	run, err := client.FireSchedule(background, "fired", note, refrain.IdempotencyKey("first"))
	check(t, err)
	again, err := client.FireSchedule(background, "fired", note, refrain.IdempotencyKey("first"))
	check(t, err)
	expect(t, again.Occurrence, run.Occurrence)
	expect(t, again.Existing, true)
	ended, err := client.WaitForOccurrence(background, run.Occurrence)
	check(t, err)
	expect(t, ended.State, "succeeded")
	expect(t, len(ended.Attempts), 1)
	why, err := client.ExplainSchedule(background, "fired", time.Date(2099, 1, 1, 0, 0, 0, 0, time.UTC))
	check(t, err)
	expect(t, why.Evaluation.Matches, true)
	version, err := client.ServerVersion(background)
	check(t, err)
	expect(t, version, refrain.Version)
}

func streamedEvents(t *testing.T, client *refrain.Client) {
	create(t, client, "streamed")
	events := client.StreamEvents(background, &refrain.StreamEventsOptions{Schedule: "streamed", Kind: "completed"})
	if !events.Next() {
		t.Fatal(events.Err())
	}
	if opened, isOpened := events.Item().(refrain.StreamOpened); !isOpened || opened.Node == "" {
		t.Fatalf("found %v", events.Item())
	}
	run, err := client.FireSchedule(background, "streamed", nil)
	check(t, err)
	if !events.Next() {
		t.Fatal(events.Err())
	}
	event := events.Item().(*refrain.Event)
	expect(t, event.Kind, refrain.EventKindCompleted)
	expect(t, *event.OccurrenceID, run.Occurrence)
	expect(t, event.Occurrence.State, "succeeded")
	events.Close()
	expect(t, events.Next(), false)
	check(t, events.Err())
	refused := client.StreamEvents(background, &refrain.StreamEventsOptions{Kind: "nonsense"})
	expect(t, refused.Next(), false)
	expect(t, expectKind(t, refused.Err(), refrain.ErrInvalidRequest).Path(), "kind")
}

func locatedProblem(t *testing.T, client *refrain.Client) {
	named := client.With(refrain.WithRequestID("test-1"))
	_, err := named.CreateSchedule(background, refrain.NewSchedule{Cron: refrain.Ptr("0 9 * * MUN"), Action: refrain.LogAction(nil)})
	failure := expectKind(t, err, refrain.ErrInvalidRequest)
	expect(t, failure.Column(), 9)
	expect(t, failure.RequestID, "test-1")
	_, err = named.CreateSchedule(background, refrain.NewSchedule{Cron: daily.Cron, Action: refrain.Action{Provider: "pigeon"}})
	failure = expectKind(t, err, refrain.ErrInvalidRequest)
	expect(t, failure.Code()+" "+failure.Path(), "unknown_provider action.provider")
	if failure.Hint() == "" || !strings.Contains(failure.Error(), failure.Hint()) {
		t.Fatalf("found %v", failure)
	}
	response, err := named.Request(background, refrain.RawRequest{Method: "GET", Path: "/v1/schedules", Query: map[string][]string{"limit": {"1"}}})
	check(t, err)
	expect(t, strings.Contains(string(response.Body), `"items"`), true)
}

func TestRightsAndLimitsAreDistinguished(t *testing.T) {
	url := startServer(t)
	open := onceClient(t, url)
	key, err := open.CreateKey(background, refrain.CreateKeyRequest{Role: refrain.RoleAdmin, Reach: refrain.KeyReachAll})
	check(t, err)
	admin := open.With(refrain.WithKey(key.Key))
	key, err = admin.CreateKey(background, refrain.CreateKeyRequest{Role: refrain.RoleViewer})
	check(t, err)
	_, err = open.ListSchedules(background, nil).Page()
	expectKind(t, err, refrain.ErrUnauthorized)
	_, err = open.With(refrain.WithKey(key.Key)).CreateSchedule(background, yearly("digest"))
	expectKind(t, err, refrain.ErrForbidden)
	create(t, admin.With(refrain.WithTenant("production/acme")), "digest")
	_, err = admin.GetSchedule(background, "digest")
	expectKind(t, err, refrain.ErrNotFound)
}

func TestARateLimitSaysWhenToComeBack(t *testing.T) {
	url := startServer(t, "limits.requests_per_second=1", "limits.request_burst=1")
	key, err := onceClient(t, url).CreateKey(background, refrain.CreateKeyRequest{Role: refrain.RoleAdmin})
	check(t, err)
	client := onceClient(t, url, refrain.WithKey(key.Key))
	for err == nil {
		_, err = client.ListSchedules(background, nil).Page()
	}
	limited := expectKind(t, err, refrain.ErrRateLimited)
	expect(t, limited.Code(), "too_many_requests")
	expect(t, limited.RetryAfter > 0, true)
}
