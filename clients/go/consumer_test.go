package refrain_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync"
	"testing"

	"refrain"
)

func enqueue(t *testing.T, client *refrain.Client, queue string, payload any) int64 {
	t.Helper()
	enqueued, err := client.EnqueueWorkItem(background, refrain.EnqueueRequest{Queue: queue, Payload: payload})
	check(t, err)
	return enqueued.ID
}

func stored(t *testing.T, client *refrain.Client, id int64) *refrain.WorkItem {
	t.Helper()
	item, err := client.GetWorkItem(background, id)
	check(t, err)
	return item
}

func TestConsumersAgainstARealServer(t *testing.T) {
	client := onceClient(t, startServer(t))
	for name, test := range map[string]func(*testing.T, *refrain.Client){
		"items are completed and failed by a function":       settledItems,
		"a lease is extended while an item is processed":     extendedLease,
		"a lost lease is not settled":                        lostLease,
		"a settlement waits for a server that is away":       delayedSettlement,
		"items are processed at the same time until the end": concurrentItems,
	} {
		t.Run(name, func(t *testing.T) { test(t, client) })
	}
}

func settledItems(t *testing.T, client *refrain.Client) {
	var ids []int64
	for number := 0; number < 4; number++ {
		ids = append(ids, enqueue(t, client, "run", number))
	}
	ctx, stop := context.WithCancel(background)
	var reported []string
	options := refrain.ConsumerOptions{Wait: "1s", OnError: func(err error, item *refrain.Item) { reported = append(reported, err.Error()) }}
	check(t, client.Consume(ctx, "run", options, func(ctx context.Context, item *refrain.Item) (any, error) {
		var number int
		check(t, item.Decode(&number))
		switch number {
		case 1:
			return nil, errors.New("no such address")
		case 2:
			return nil, refrain.Reject("never")
		case 3:
			stop()
			return nil, item.Complete(ctx, map[string]int{"sent": 1})
		}
		return number, nil
	}))
	good, bad, hopeless, own := stored(t, client, ids[0]), stored(t, client, ids[1]), stored(t, client, ids[2]), stored(t, client, ids[3])
	expect(t, good.State+string(good.Result), "completed0")
	expect(t, bad.State+" "+*bad.Error, "queued no such address")
	expect(t, hopeless.State, "dead")
	expect(t, own.State+string(own.Result), `completed{"sent":1}`)
	expect(t, strings.Join(reported, ", "), "no such address, rejected: never")
}

func extendedLease(t *testing.T, client *refrain.Client) {
	id := enqueue(t, client, "slow", nil)
	ctx, stop := context.WithCancel(background)
	options := refrain.ConsumerOptions{Lease: "1s", Wait: "1s"}
	check(t, client.Consume(ctx, "slow", options, func(ctx context.Context, item *refrain.Item) (any, error) {
		// Without an extension, another worker would get the item after a second.
		claim, err := client.ClaimWorkItems(ctx, refrain.ClaimRequest{Queue: "slow", Wait: "2s"})
		check(t, err)
		expect(t, len(claim.Items), 0)
		expect(t, item.IsLost(), false)
		stop()
		return nil, nil
	}))
	item := stored(t, client, id)
	expect(t, item.State, "completed")
	expect(t, item.Attempt, 1)
}

func lostLease(t *testing.T, client *refrain.Client) {
	enqueue(t, client, "lost", nil)
	claim, err := client.ClaimWorkItems(background, refrain.ClaimRequest{Queue: "lost"})
	check(t, err)
	other := refrain.FailRequest{Fence: claim.Items[0].Fence, Error: "by another worker"}
	_, err = client.FailWorkItem(background, claim.Items[0].ID, other)
	check(t, err)
	item := refrain.NewItem(client, claim.Items[0])
	if err := item.Complete(background, nil); !errors.Is(err, refrain.ErrLeaseLost) || !item.IsLost() {
		t.Fatalf("expected a lost lease, found %v", err)
	}
}

// failingOnce fails the first completion of a work item.
type failingOnce struct {
	mutex       sync.Mutex
	completions int
}

func (f *failingOnce) RoundTrip(request *http.Request) (*http.Response, error) {
	if strings.HasSuffix(request.URL.Path, "/complete") {
		f.mutex.Lock()
		f.completions++
		isFirst := f.completions == 1
		f.mutex.Unlock()
		if isFirst {
			return &http.Response{StatusCode: 503, Header: http.Header{}, Body: http.NoBody, Request: request}, nil
		}
	}
	return http.DefaultTransport.RoundTrip(request)
}

func delayedSettlement(t *testing.T, client *refrain.Client) {
	id := enqueue(t, client, "away", nil)
	transport := &failingOnce{}
	ctx, stop := context.WithCancel(background)
	var reported []error
	options := refrain.ConsumerOptions{Wait: "1s", OnError: func(err error, item *refrain.Item) { reported = append(reported, err) }}
	failing := client.With(refrain.WithHTTPClient(&http.Client{Transport: transport}))
	check(t, failing.Consume(ctx, "away", options, func(context.Context, *refrain.Item) (any, error) {
		stop()
		return nil, nil
	}))
	expect(t, stored(t, client, id).State, "completed")
	expect(t, transport.completions, 2)
	expect(t, len(reported), 1)
	expect(t, expectKind(t, reported[0], refrain.ErrUnavailable).Status, 503)
}

func concurrentItems(t *testing.T, client *refrain.Client) {
	_, err := client.PutSchedule(background, "to-many", refrain.ScheduleDefinition{
		Cron: refrain.Ptr("@yearly"), Timezone: refrain.Ptr("UTC"), Action: refrain.QueueAction("many", map[string]string{"from": "schedule"}),
	})
	check(t, err)
	enqueue(t, client, "many", 1)
	enqueue(t, client, "many", 2)
	_, err = client.FireSchedule(background, "to-many", nil)
	check(t, err)
	ctx, stop := context.WithCancel(background)
	var mutex sync.Mutex
	arrived := map[string]string{}
	// No item is completed before three are processed.
	meeting := make(chan struct{})
	options := refrain.ConsumerOptions{Wait: "1s", Concurrency: 3}
	check(t, client.Consume(ctx, "many", options, func(ctx context.Context, item *refrain.Item) (any, error) {
		mutex.Lock()
		arrived[string(item.Payload())] = item.Schedule()
		if len(arrived) == 3 {
			stop()
			close(meeting)
		}
		mutex.Unlock()
		<-meeting
		return nil, ctx.Err()
	}))
	expect(t, len(arrived), 3)
	expect(t, arrived[`{"from":"schedule"}`], "to-many")
	items, err := client.ListWorkItems(background, &refrain.ListWorkItemsOptions{Queue: "many", State: "completed"}).All()
	check(t, err)
	expect(t, len(items), 3)
}
