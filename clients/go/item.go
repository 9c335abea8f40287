package refrain

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"unicode/utf8"
)

// Maximum length of the error that is stored with a failed work item.
const errorCharactersMax = 2_000

// ErrLeaseLost says that the lease of a work item has expired, and that another worker may have claimed the item.
var ErrLeaseLost = errors.New("the lease of the work item is lost")

// ErrRejected says that no retry can help a work item. See [Reject].
var ErrRejected = errors.New("rejected")

// Reject returns an error for a handler whose work item no retry can help: the item becomes a dead letter.
func Reject(format string, arguments ...any) error {
	return fmt.Errorf("%w: %s", ErrRejected, fmt.Sprintf(format, arguments...))
}

// Item is a claimed work item. A consumer extends its lease until it is settled.
type Item struct {
	// WorkItem is the work item as the server sent it.
	WorkItem

	client *Client
	// An extension and a settlement at the same time would make the loser look like a lost lease.
	mutex     sync.Mutex
	isSettled bool
	isLost    bool
}

// NewItem returns a claimed work item, to complete or fail it.
func NewItem(client *Client, item WorkItem) *Item { return &Item{WorkItem: item, client: client} }

// envelope is the payload of a work item that a schedule enqueued.
type envelope struct {
	Payload  json.RawMessage `json:"payload"`
	Schedule string          `json:"schedule_id"`
}

func (i *Item) envelope() envelope {
	var found envelope
	_ = json.Unmarshal(i.WorkItem.Payload, &found) // A program may enqueue anything.
	return found
}

// Payload returns the payload for the worker as JSON, without the envelope of a schedule.
func (i *Item) Payload() json.RawMessage {
	if payload := i.envelope().Payload; payload != nil {
		return payload
	}
	return i.WorkItem.Payload
}

// Decode stores the payload in a Go value, as [json.Unmarshal].
func (i *Item) Decode(payload any) error { return json.Unmarshal(i.Payload(), payload) }

// Schedule returns the ID of the schedule that enqueued the work item. It is empty if a program did.
func (i *Item) Schedule() string { return i.envelope().Schedule }

// IsLost reports whether the lease is lost: another worker may process the work item now.
func (i *Item) IsLost() bool {
	i.mutex.Lock()
	defer i.mutex.Unlock()
	return i.isLost
}

// Complete completes the work item, and stores a result with it.
func (i *Item) Complete(ctx context.Context, result any) error {
	return i.settle(func() error {
		_, err := i.client.CompleteWorkItem(ctx, i.ID, CompleteRequest{Fence: i.Fence, Result: result})
		return err
	})
}

// Fail fails the work item. It is retried after a backoff, or becomes a dead letter. If the cause is [ErrRejected], it
// becomes a dead letter at once.
func (i *Item) Fail(ctx context.Context, cause error) error {
	text := cause.Error()
	if utf8.RuneCountInString(text) > errorCharactersMax {
		text = string([]rune(text)[:errorCharactersMax])
	}
	retry := !errors.Is(cause, ErrRejected)
	return i.settle(func() error {
		_, err := i.client.FailWorkItem(ctx, i.ID, FailRequest{Fence: i.Fence, Error: text, Retry: &retry})
		return err
	})
}

// Extend extends the lease from now on. It has no effect on an item that is settled.
func (i *Item) Extend(ctx context.Context, lease Duration) error {
	i.mutex.Lock()
	defer i.mutex.Unlock()
	if i.isSettled || i.isLost {
		return nil
	}
	_, err := i.client.ExtendWorkItem(ctx, i.ID, ExtendRequest{Fence: i.Fence, Lease: lease})
	return i.noteLoss(err)
}

func (i *Item) settle(send func() error) error {
	i.mutex.Lock()
	defer i.mutex.Unlock()
	if i.isLost {
		return ErrLeaseLost
	}
	if i.isSettled {
		return invalid("work item %d is already completed or failed", i.ID)
	}
	err := i.noteLoss(send())
	i.isSettled = err == nil
	return err
}

// noteLoss returns [ErrLeaseLost] in place of an error that says so.
func (i *Item) noteLoss(err error) error {
	if errors.Is(err, ErrConflict) || errors.Is(err, ErrNotFound) {
		i.isLost = true
		return fmt.Errorf("%w: %v", ErrLeaseLost, err)
	}
	return err
}

func (i *Item) isOpen() bool {
	i.mutex.Lock()
	defer i.mutex.Unlock()
	return !i.isSettled && !i.isLost
}
