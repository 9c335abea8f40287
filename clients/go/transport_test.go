package refrain_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"refrain"
)

// answer is a response that a test wants. One without a status is never given.
type answer struct {
	status int
	header http.Header
	body   string
}

var (
	away  = answer{status: 503}
	alive = answer{status: 200, body: `{"status": "ok"}`}
	fired = answer{status: 202, body: `{"occurrence": 7, "existing": false, "state": "planned"}`}
)

// script is a server that gives answers in order, and repeats the last one.
type script struct {
	*httptest.Server
	mutex    sync.Mutex
	answers  []answer
	arrivals []*http.Request
}

func startScript(t *testing.T, answers ...answer) *script {
	s := &script{answers: answers}
	s.Server = httptest.NewServer(http.HandlerFunc(func(writer http.ResponseWriter, request *http.Request) {
		s.mutex.Lock()
		s.arrivals = append(s.arrivals, request)
		next := s.answers[0]
		if len(s.answers) > 1 {
			s.answers = s.answers[1:]
		}
		s.mutex.Unlock()
		if next.status == 0 {
			<-request.Context().Done()
			return
		}
		for name := range next.header {
			writer.Header().Set(name, next.header.Get(name))
		}
		writer.WriteHeader(next.status)
		fmt.Fprint(writer, next.body)
	}))
	t.Cleanup(s.Close)
	return s
}

// client returns a client that waits only a moment before a retry.
func (s *script) client(t *testing.T) *refrain.Client {
	return newClient(t, s.URL, refrain.WithKey("rfn_key"), refrain.WithRetries(refrain.Retries{Initial: time.Millisecond}))
}

// arrived returns the requests since the last call.
func (s *script) arrived() []*http.Request {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	found := s.arrivals
	s.arrivals = nil
	return found
}

var daily = refrain.ScheduleDefinition{Cron: refrain.Ptr("@daily"), Action: refrain.LogAction(nil)}

func TestReadsAreRepeatedUntilTheServerIsBack(t *testing.T) {
	server := startScript(t, away, answer{status: 502, body: "<html>"}, alive)
	liveness, err := server.client(t).CheckLiveness(background)
	check(t, err)
	expect(t, liveness.Status, "ok")
	expect(t, len(server.arrived()), 3)
}

func TestAttemptsEndAndTheLastErrorIsReturned(t *testing.T) {
	server := startScript(t, away)
	_, err := server.client(t).CheckLiveness(background)
	expectKind(t, err, refrain.ErrUnavailable)
	expect(t, len(server.arrived()), 4)
}

func TestEveryAttemptHasTheSameGeneratedIdempotencyKey(t *testing.T) {
	server := startScript(t, away, fired)
	client := server.client(t)
	for range []int{1, 2} {
		_, err := client.FireSchedule(background, "digest", nil)
		check(t, err)
	}
	var keys []string
	for _, request := range server.arrived() {
		keys = append(keys, request.Header.Get("Idempotency-Key"))
	}
	if len(keys) != 3 || keys[0] != keys[1] || keys[1] == keys[2] || len(keys[0]) != 32 {
		t.Fatalf("found the keys %v", keys)
	}
}

func TestARequestWhoseRepetitionWouldHaveAnEffectIsSentOnce(t *testing.T) {
	server := startScript(t, away)
	client := server.client(t)
	newest := refrain.NewSchedule{Cron: daily.Cron, Action: daily.Action}
	for name, sent := range map[string]struct {
		call     func() error
		attempts int
	}{
		"pause": {func() error { _, err := client.PauseSchedule(background, "digest", nil); return err }, 1},
		"update": {func() error {
			_, err := client.UpdateSchedule(background, "digest", refrain.SchedulePatch{})
			return err
		}, 1},
		"conditional": {func() error { return client.DeleteSchedule(background, "digest", refrain.IfMatch(1)) }, 1},
		"create only": {func() error {
			_, err := client.PutSchedule(background, "digest", daily, refrain.CreateOnly())
			return err
		}, 1},
		"delete": {func() error { return client.DeleteSchedule(background, "digest") }, 4},
		"create": {func() error { _, err := client.CreateSchedule(background, newest); return err }, 4},
	} {
		expectKind(t, sent.call(), refrain.ErrUnavailable)
		if found := len(server.arrived()); found != sent.attempts {
			t.Fatalf("%s: expected %d attempts, found %d", name, sent.attempts, found)
		}
	}
}

func TestARateLimitIsWaitedForAndAFullTenantIsNot(t *testing.T) {
	limited := startScript(t, answer{429, http.Header{"Retry-After": {"0"}}, "{}"}, fired)
	run, err := limited.client(t).FireSchedule(background, "digest", nil)
	check(t, err)
	expect(t, run.Occurrence, 7)
	for _, final := range []answer{{429, nil, "{}"}, {429, http.Header{"Retry-After": {"60"}}, "{}"}, {500, nil, "{}"}} {
		server := startScript(t, final)
		_, err = server.client(t).FireSchedule(background, "digest", nil)
		var failure *refrain.Error
		if !errors.As(err, &failure) || failure.Status != final.status {
			t.Fatalf("expected the status %d, found %v", final.status, err)
		}
		expect(t, len(server.arrived()), 1)
	}
}

func TestARequestThatTimedOutIsNotRepeatedAndOneThatWasCanceledReturnsTheReason(t *testing.T) {
	server := startScript(t, answer{})
	client := server.client(t)
	_, err := client.CheckLiveness(background, refrain.Timeout(200*time.Millisecond))
	expectKind(t, err, refrain.ErrTimedOut)
	expectKind(t, err, refrain.ErrUnavailable)
	// On a busy machine, the time may end before the request arrives.
	if arrivals := server.arrived(); len(arrivals) > 1 {
		t.Fatalf("expected one request, found %d", len(arrivals))
	}
	ctx, cancel := context.WithCancel(background)
	cancel()
	if _, err = client.CheckLiveness(ctx); err != context.Canceled {
		t.Fatalf("expected the end of the context, found %v", err)
	}
}

func TestAServerThatCannotBeReachedIsUnreachable(t *testing.T) {
	server := startScript(t, alive)
	client := server.client(t)
	server.Close()
	_, err := client.PauseSchedule(background, "digest", nil)
	expectKind(t, err, refrain.ErrUnreachable)
	expectKind(t, err, refrain.ErrUnavailable)
	if errors.Is(err, refrain.ErrTimedOut) || errors.Unwrap(err) == nil {
		t.Fatalf("found %v", err)
	}
}

func TestAResponseThatIsNoProblemDocumentIsShown(t *testing.T) {
	missing := startScript(t, answer{404, http.Header{"X-Request-Id": {"r-1"}}, "<h1>no such page</h1>"})
	_, err := missing.client(t).GetSchedule(background, "digest")
	failure := expectKind(t, err, refrain.ErrNotFound)
	if failure.Code() != "" || failure.RequestID != "r-1" || !strings.Contains(failure.Error(), "404") || !strings.Contains(failure.Error(), "no such page") {
		t.Fatalf("found %v", failure)
	}
	_, err = startScript(t, answer{200, nil, `{"status": 3}`}).client(t).CheckLiveness(background)
	failure = expectKind(t, err, refrain.ErrUnreadableResponse)
	if !strings.Contains(failure.Error(), "checkLiveness") {
		t.Fatalf("found %v", failure)
	}
	unchanged := startScript(t, answer{status: 304})
	_, err = unchanged.client(t).GetSchedule(background, "digest", refrain.IfNoneMatch(3))
	expectKind(t, err, refrain.ErrNotModified)
	expect(t, unchanged.arrived()[0].Header.Get("If-None-Match"), `"3"`)
}

func TestWhatCannotBeSentIsRefusedWithTheReason(t *testing.T) {
	for url, reason := range map[string]string{
		"refrain.example.org":              "http://",
		"ftp://refrain.example.org":        "http://",
		"https://refrain.example.org/?a=1": "no user, query or fragment",
		"":                                 "http://",
	} {
		_, err := refrain.New(url)
		if failure := expectKind(t, err, refrain.ErrInvalidRequest); !strings.Contains(failure.Error(), reason) {
			t.Fatalf("%s: expected %q, found %v", url, reason, failure)
		}
	}
	expect(t, newClient(t, "http://localhost:7433/").URL(), "http://localhost:7433")
	server := startScript(t, alive)
	client := server.client(t)
	_, badKey := client.FireSchedule(background, "digest", nil, refrain.IdempotencyKey("a\nb"))
	_, noOption := client.GetSchedule(background, "digest", refrain.IfMatch(1))
	_, noName := client.GetSchedule(background, "")
	_, dots := client.GetSchedule(background, "..")
	for reason, err := range map[string]error{
		"Idempotency-Key": badKey, "does not have the option IfMatch": noOption, `found ""`: noName, `found ".."`: dots,
	} {
		if failure := expectKind(t, err, refrain.ErrInvalidRequest); !strings.Contains(failure.Error(), reason) {
			t.Fatalf("expected %q, found %v", reason, failure)
		}
	}
	expect(t, len(server.arrived()), 0)
	if text := fmt.Sprintf("%v %+v %#v", client, client, client); strings.Contains(text, "rfn_key") {
		t.Fatalf("%s contains the key", text)
	}
}

func TestAStreamContinuesAfterTheLastEvent(t *testing.T) {
	first := "event: open\nretry: 1\ndata: {\"node\": \"a\"}\n\n" +
		"id: era-7\nevent: gap\ndata: {\"kind\": \"gap\", \"at\": \"2026-01-01T00:00:00Z\"}\n\n"
	second := "event: missed\r\ndata: {\"count\": 3}\r\n\r\n: comment\nevent: new\ndata: [1]\n\n"
	server := startScript(t, answer{200, nil, first}, away, answer{200, nil, second}, answer{401, nil, "{}"})
	events := server.client(t).StreamEvents(background, &refrain.StreamEventsOptions{Schedule: "digest"})
	var items []refrain.StreamItem
	for events.Next() {
		items = append(items, events.Item())
	}
	expectKind(t, events.Err(), refrain.ErrUnauthorized)
	event := items[1].(*refrain.Event)
	expect(t, event.Kind, refrain.EventKindGap)
	expected := []refrain.StreamItem{
		refrain.StreamOpened{Node: "a"}, event, refrain.EventsMissed{Count: refrain.Ptr(int64(3))},
		refrain.OtherMessage{Name: "new", Data: "[1]"},
	}
	if !reflect.DeepEqual(items, expected) {
		t.Fatalf("found %v", items)
	}
	var last []string
	for _, request := range server.arrived() {
		expect(t, request.URL.String(), "/v1/events?schedule=digest")
		last = append(last, request.Header.Get("Last-Event-ID"))
	}
	expect(t, strings.Join(last, " "), " era-7 era-7 era-7")
}

func TestAnErrorEndsTheItemsOfAList(t *testing.T) {
	server := startScript(t, answer{200, nil, `{"items": [], "next_cursor": "c/2"}`}, answer{409, nil, "{}"})
	_, err := server.client(t).ListHolds(background, &refrain.ListHoldsOptions{Limit: 1}).All()
	expectKind(t, err, refrain.ErrConflict)
	var lines []string
	for _, request := range server.arrived() {
		lines = append(lines, request.URL.String())
	}
	expect(t, strings.Join(lines, " "), "/v1/holds?limit=1 /v1/holds?cursor=c%2F2&limit=1")
}

func TestNullAbsentAndEmptyAreDifferent(t *testing.T) {
	for expected, value := range map[string]any{
		`{"description":"new","history":null}`: refrain.SchedulePatch{
			Description: refrain.Set("new"), History: refrain.Clear[refrain.HistoryLevel](),
		},
		`{}`:                         refrain.Calendar{},
		`{"weekend":[]}`:             refrain.Calendar{Weekend: []refrain.Weekday{}},
		`{"documents":[]}`:           refrain.ApplyRequest{},
		`{"fence":1}`:                refrain.CompleteRequest{Fence: 1},
		`{"kind":"rrule","text":""}`: refrain.Recurrence{RRule: &refrain.RRuleRecurrence{}},
		`"50%"`:                      refrain.JitterWindow{Text: refrain.Ptr("50%")},
		`90`:                         refrain.JitterWindow{Integer: refrain.Ptr(int64(90))},
	} {
		expect(t, string(refrain.MustJSON(value)), expected)
	}
	if _, err := json.Marshal(refrain.Recurrence{}); err == nil {
		t.Fatal("a recurrence without an alternative was written")
	}
	var weekend refrain.Calendar
	check(t, json.Unmarshal([]byte(`{"weekend": "friday"}`), &weekend))
	expect(t, weekend.Weekend[0], refrain.WeekdayFriday)
}

func TestALengthOfTimeIsReadInSeconds(t *testing.T) {
	for text, expected := range map[refrain.Duration]int64{
		"90s": 90, "1h 30m": 5400, "1h30m5s": 5405, "0s": 0, "9999999h": 35999996400, refrain.DurationOf(time.Minute): 60,
	} {
		seconds, err := text.Seconds()
		check(t, err)
		expect(t, seconds, expected)
	}
	for _, text := range []refrain.Duration{"", "90", "1d", "1m 1h", "s", "1h 1h", " 1h", "1h "} {
		if seconds, err := text.Seconds(); err == nil {
			t.Fatalf("%q: expected an error, found %d", text, seconds)
		}
	}
}
