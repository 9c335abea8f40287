package refrain

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const (
	secretPrefix     = "whsec_"
	secretBytesMin   = 24
	secretBytesMax   = 64
	defaultTolerance = 5 * time.Minute
	// Maximum length of the body of a webhook. Payloads of the server are shorter.
	webhookBytesMax = 16 << 20
)

// ErrNotAuthentic says that a request is no authentic webhook. Answer it with 400, and do not process it.
var ErrNotAuthentic = errors.New("the request is no authentic webhook")

// WebhookDelivery is a verified webhook.
type WebhookDelivery struct {
	// ID is the idempotency key: the same for every attempt.
	ID string

	// Timestamp is the time of the attempt.
	Timestamp time.Time

	// Body is the body as it was sent.
	Body []byte

	// Payload is the payload of the action as JSON. It is nil if the body is not JSON.
	Payload json.RawMessage

	// Envelope is what is known about the occurrence, or nil if the action was sent without it.
	Envelope *WebhookEnvelope
}

// Decode stores the payload in a Go value, as [json.Unmarshal].
func (d *WebhookDelivery) Decode(payload any) error { return json.Unmarshal(d.Payload, payload) }

// WebhookEnvelope is the body of a webhook, unless its action says otherwise.
type WebhookEnvelope struct {
	Payload  json.RawMessage `json:"payload"`
	Schedule struct {
		ID string `json:"id"`
	} `json:"schedule"`
	Occurrence struct {
		ID int64 `json:"id"`
	} `json:"occurrence"`

	// Attempt is the number of the attempt, counted from 1.
	Attempt int64 `json:"attempt"`

	// Kind of the action.
	Kind string `json:"kind"`

	// NominalAt is the time that the recurrence yields.
	NominalAt time.Time `json:"nominal_at"`

	// Metadata of the action. Names that begin with an underscore are set by Refrain and can be trusted.
	Metadata map[string]string `json:"metadata"`
}

// WebhookReceiver receives webhooks: it verifies them by Standard Webhooks, and processes each delivery once.
//
//	receiver, err := refrain.NewWebhookReceiver("whsec_…")
//	http.Handle("/hooks", receiver.Handler(func(ctx context.Context, delivery *refrain.WebhookDelivery) error { … }))
type WebhookReceiver struct {
	// Store remembers which deliveries were processed. Default: a [MemoryStore].
	Store WebhookStore

	// Tolerance is the maximum difference between the timestamp and the clock. Default: 5 minutes.
	Tolerance time.Duration

	// Now returns the current time. Default: [time.Now].
	Now func() time.Time

	keys [][]byte
}

// NewWebhookReceiver returns a receiver with a signing secret, as `whsec_` and base64, or with several of them while one
// is replaced.
func NewWebhookReceiver(secrets ...string) (*WebhookReceiver, error) {
	receiver := &WebhookReceiver{Store: &MemoryStore{}, Tolerance: defaultTolerance, Now: time.Now}
	for _, secret := range secrets {
		key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, secretPrefix))
		if err != nil {
			return nil, invalid("expected a secret such as whsec_ and base64")
		}
		if len(key) < secretBytesMin || len(key) > secretBytesMax {
			return nil, invalid("expected a secret of %d to %d bytes, found %d", secretBytesMin, secretBytesMax, len(key))
		}
		receiver.keys = append(receiver.keys, key)
	}
	if len(receiver.keys) == 0 {
		return nil, invalid("expected a secret, found none")
	}
	return receiver, nil
}

// Verify verifies a request and returns its delivery. The error is [ErrNotAuthentic] if it is not authentic.
func (r *WebhookReceiver) Verify(body []byte, header http.Header) (*WebhookDelivery, error) {
	for _, name := range []string{"Webhook-Id", "Webhook-Timestamp", "Webhook-Signature"} {
		if header.Get(name) == "" {
			return nil, fmt.Errorf("%w: it has no header %s", ErrNotAuthentic, strings.ToLower(name))
		}
	}
	id, text := header.Get("Webhook-Id"), header.Get("Webhook-Timestamp")
	seconds, err := strconv.ParseUint(text, 10, 62)
	if err != nil {
		return nil, fmt.Errorf("%w: expected a timestamp in seconds, found %q", ErrNotAuthentic, text)
	}
	at := time.Unix(int64(seconds), 0)
	if difference := r.Now().Sub(at); difference > r.Tolerance || difference < -r.Tolerance {
		return nil, fmt.Errorf("%w: the timestamp %d is not within %s of the clock", ErrNotAuthentic, seconds, r.Tolerance)
	}
	signed := append([]byte(id+"."+text+"."), body...)
	if !r.matches(signed, header.Values("Webhook-Signature")) {
		return nil, fmt.Errorf("%w: no signature matches the body and a known secret", ErrNotAuthentic)
	}
	delivery := &WebhookDelivery{ID: id, Timestamp: at, Body: body}
	delivery.readBody()
	return delivery, nil
}

// matches compares every signature with every key, each in constant time, so that the time says nothing.
func (r *WebhookReceiver) matches(signed []byte, signatures []string) bool {
	isMatch := false
	for _, key := range r.keys {
		mac := hmac.New(sha256.New, key)
		mac.Write(signed)
		expected := mac.Sum(nil)
		for _, signature := range strings.Fields(strings.Join(signatures, " ")) {
			version, text, _ := strings.Cut(signature, ",")
			found, err := base64.StdEncoding.DecodeString(text)
			isEqual := hmac.Equal(found, expected)
			isMatch = isMatch || (version == "v1" && err == nil && isEqual)
		}
	}
	return isMatch
}

func (d *WebhookDelivery) readBody() {
	if !json.Valid(d.Body) {
		return // The receiver finds it in the body.
	}
	d.Payload = d.Body
	var fields map[string]json.RawMessage
	var envelope WebhookEnvelope
	if json.Unmarshal(d.Body, &fields) != nil || fields["payload"] == nil || fields["schedule"] == nil || fields["occurrence"] == nil {
		return
	}
	if json.Unmarshal(d.Body, &envelope) == nil {
		d.Envelope, d.Payload = &envelope, envelope.Payload
	}
}

// Handle verifies a request and processes its delivery, unless that was done before. It returns the status and the text
// to answer with. An error of the function is returned: answer it with 500, and the server repeats the delivery.
func (r *WebhookReceiver) Handle(ctx context.Context, body []byte, header http.Header, process func(context.Context, *WebhookDelivery) error) (int, string, error) {
	delivery, err := r.Verify(body, header)
	if err != nil {
		return http.StatusBadRequest, err.Error(), nil
	}
	progress, err := r.Store.Begin(ctx, delivery.ID)
	switch {
	case err != nil:
		return http.StatusInternalServerError, "", err
	case progress == Processed:
		return http.StatusOK, "already processed", nil
	case progress == Processing:
		// The other request may still fail, so the delivery must be repeated.
		return http.StatusServiceUnavailable, "being processed", nil
	}
	isProcessed := false
	defer func() {
		// Also after a panic, so that the next attempt is processed.
		if !isProcessed {
			_ = r.Store.Release(ctx, delivery.ID) // The error of the function says more.
		}
	}()
	if err := process(ctx, delivery); err != nil {
		return http.StatusInternalServerError, "", err
	}
	isProcessed = true
	if err := r.Store.Complete(ctx, delivery.ID); err != nil {
		return http.StatusInternalServerError, "", err
	}
	return http.StatusOK, "processed", nil
}

// Handler returns an HTTP handler that calls a function for each new delivery. An error of the function is answered
// with 500, and the server repeats the delivery.
func (r *WebhookReceiver) Handler(process func(context.Context, *WebhookDelivery) error) http.Handler {
	return http.HandlerFunc(func(writer http.ResponseWriter, request *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(writer, request.Body, webhookBytesMax))
		if err != nil {
			http.Error(writer, "the body cannot be read", http.StatusBadRequest)
			return
		}
		status, text, err := r.Handle(request.Context(), body, request.Header, process)
		if err != nil {
			// The error may contain what the sender must not see.
			text = "the delivery could not be processed"
		}
		writer.WriteHeader(status)
		_, _ = io.WriteString(writer, text) // A sender that is gone repeats the delivery.
	})
}
