package refrain

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand"
	"net/http"
	"time"
)

const (
	// Waits before a reconnection: until the server names another one, and the maximum.
	reconnectWait    = 2 * time.Second
	reconnectWaitMax = 30 * time.Second
	// Time without a line after which a connection counts as lost. The server sends a comment every 15 seconds.
	silenceMax = 45 * time.Second
)

// StreamItem is an item of an event stream: an [*Event], a [StreamOpened], [EventsMissed] or an [OtherMessage].
type StreamItem interface{ isStreamItem() }

// StreamOpened says that the stream is connected to a node, for the first time or again.
type StreamOpened struct{ Node string }

// EventsMissed says that events are lost. Read the ledger to learn what happened.
type EventsMissed struct {
	// Count is the maximum number of lost events, or nil if it is not known.
	Count *int64
}

// OtherMessage is a message of a newer server.
type OtherMessage struct{ Name, Data string }

func (*Event) isStreamItem()       {}
func (StreamOpened) isStreamItem() {}
func (EventsMissed) isStreamItem() {}
func (OtherMessage) isStreamItem() {}

// EventStream is a stream of events, until its context ends or it is closed.
//
// When the connection is lost, the stream connects again and continues after the last event, as far as the server still
// has what came since: otherwise, [EventsMissed] comes first. The stream ends with an error if the server refuses it,
// for example because the key was revoked.
//
//	events := client.StreamEvents(ctx, &refrain.StreamEventsOptions{Schedule: "digest"})
//	defer events.Close()
//	for events.Next() {
//		if event, isEvent := events.Item().(*refrain.Event); isEvent {
//			fmt.Println(event.Kind)
//		}
//	}
//	if err := events.Err(); err != nil { … }
type EventStream struct {
	client *Client
	caller context.Context
	ctx    context.Context
	cancel context.CancelFunc
	sent   *request

	messages     *messageReader
	disconnect   func()
	hasConnected bool
	failures     int
	reconnect    time.Duration
	item         StreamItem
	err          error
}

func stream(ctx context.Context, c *Client, to *endpoint, with parts) *EventStream {
	own, cancel := context.WithCancel(ctx)
	sent, err := build(to, with)
	return &EventStream{client: c, caller: ctx, ctx: own, cancel: cancel, sent: sent, err: err, reconnect: reconnectWait}
}

// Next waits for the next item, and reports whether there is one. Otherwise, see [EventStream.Err].
func (s *EventStream) Next() bool {
	for s.err == nil {
		if s.messages == nil && !s.connect() {
			continue
		}
		next, err := s.messages.next()
		if err == nil {
			s.item, s.err = s.read(next)
			return s.err == nil
		}
		s.disconnect()
		s.pause()
	}
	return false
}

// Item returns the current item.
func (s *EventStream) Item() StreamItem { return s.item }

// Err returns the error that ended the stream. It is nil if the stream was closed.
func (s *EventStream) Err() error {
	if errors.Is(s.err, errClosed) {
		return nil
	}
	return s.err
}

// Close ends the stream. It may be called while another goroutine waits for the next item.
func (s *EventStream) Close() { s.cancel() }

var errClosed = errors.New("the stream is closed")

// connect opens a connection, and reports whether it is open.
func (s *EventStream) connect() bool {
	ctx, cancel := context.WithCancel(s.ctx)
	// A server that is silent is away, even if the connection seems to be alive.
	silence := time.AfterFunc(s.client.timeoutOf(s.sent), cancel)
	response, err := s.client.open(ctx, s.sent)
	if err != nil {
		silence.Stop()
		cancel()
		isTransient := errors.Is(err, ErrUnavailable) || errors.Is(err, ErrRateLimited)
		if !isTransient || !s.hasConnected {
			s.err = s.ended(err)
			return false
		}
		s.failures++
		s.pause()
		return false
	}
	s.hasConnected = true
	silence.Reset(silenceMax)
	s.messages = newMessageReader(response.Body, func() { silence.Reset(silenceMax) })
	s.disconnect = func() {
		silence.Stop()
		cancel()
		response.Body.Close()
		s.messages = nil
	}
	return true
}

// pause waits before the next connection.
func (s *EventStream) pause() {
	wait := s.reconnect
	for number := 0; number < s.failures && wait < reconnectWaitMax; number++ {
		wait *= 2
	}
	if wait > reconnectWaitMax {
		wait = reconnectWaitMax
	}
	if err := sleep(s.ctx, time.Duration(float64(wait)*(0.5+rand.Float64()/2))); err != nil {
		s.err = s.ended(err)
	}
}

// ended returns the error of a stream that ends.
func (s *EventStream) ended(err error) error {
	if s.caller.Err() != nil {
		return s.caller.Err()
	}
	if s.ctx.Err() != nil {
		return errClosed
	}
	return err
}

// read returns the content of a message, and remembers where the stream is.
func (s *EventStream) read(from message) (StreamItem, error) {
	s.failures = 0
	if from.reconnect > 0 {
		s.reconnect = from.reconnect
	}
	if from.hasID {
		s.sent.header.Set("Last-Event-ID", from.id)
	}
	data := []byte(from.data)
	if !json.Valid(data) {
		return nil, unreadable("event "+from.name, &RawResponse{Status: http.StatusOK}, fmt.Errorf("expected JSON"))
	}
	var facts struct {
		Node  string `json:"node"`
		Count *int64 `json:"count"`
		Kind  string `json:"kind"`
		At    string `json:"at"`
	}
	isObject := json.Unmarshal(data, &facts) == nil
	switch {
	case from.name == "open":
		return StreamOpened{facts.Node}, nil
	case from.name == "missed":
		return EventsMissed{facts.Count}, nil
	case !isObject || facts.Kind == "" || facts.At == "":
		return OtherMessage{from.name, from.data}, nil
	}
	event := new(Event)
	if err := json.Unmarshal(data, event); err != nil {
		return nil, unreadable("event "+from.name, &RawResponse{Status: http.StatusOK}, err)
	}
	return event, nil
}
