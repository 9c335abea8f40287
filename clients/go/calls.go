package refrain

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"reflect"
	"strings"
	"time"
)

// endpoint is an operation of the API.
type endpoint struct {
	id        string
	method    string
	path      string
	mediaType string
	// Whether a repeated request has the effect of one.
	isRepeatable  bool
	takesKey      bool
	isConditional bool
	isCreating    bool
	isCacheable   bool
	isStream      bool
	// Whether the operation waits by design.
	isSlow bool
}

// parts is what a call contains.
type parts struct {
	path     []any
	required map[string]any
	query    any
	body     any
	options  []CallOption
}

type callOptions struct {
	ifMatch, ifNoneMatch, key, lastEventID string
	createOnly                             bool
	timeout                                time.Duration
}

// CallOption is an option of a call. A call with an option that its operation does not have is an error.
type CallOption func(*callOptions)

// IfMatch limits a change to one version: a revision, or an entity tag. Any other version is an [ErrConflict].
func IfMatch[V int | int64 | string](version V) CallOption {
	return func(o *callOptions) { o.ifMatch = tag(version) }
}

// IfNoneMatch names the version that the caller has. If it is current, the error is [ErrNotModified].
func IfNoneMatch[V int | int64 | string](version V) CallOption {
	return func(o *callOptions) { o.ifNoneMatch = tag(version) }
}

// CreateOnly limits a call to resources that do not exist yet. Anything under the name is an [ErrConflict].
func CreateOnly() CallOption { return func(o *callOptions) { o.createOnly = true } }

// IdempotencyKey sets the key of a request. Repeating it with the same key has no further effect. Default: generated.
func IdempotencyKey(key string) CallOption { return func(o *callOptions) { o.key = key } }

// LastEventID continues a stream after an event.
func LastEventID(id string) CallOption { return func(o *callOptions) { o.lastEventID = id } }

// Timeout sets the timeout of each attempt. Default: the timeout of the client.
func Timeout(timeout time.Duration) CallOption { return func(o *callOptions) { o.timeout = timeout } }

func tag[V int | int64 | string](version V) string {
	if text, isText := any(version).(string); isText {
		return text
	}
	return fmt.Sprintf(`"%v"`, version)
}

// optional returns nil for a nil pointer, instead of an interface that contains one.
func optional[T any](value *T) any {
	if value == nil {
		return nil
	}
	return value
}

func call[T any](ctx context.Context, c *Client, to *endpoint, with parts) (*T, error) {
	sent, err := build(to, with)
	if err != nil {
		return nil, err
	}
	response, err := c.send(ctx, sent)
	if err != nil {
		return nil, err
	}
	return read[T](to, response)
}

func callJSON(ctx context.Context, c *Client, to *endpoint, with parts) (json.RawMessage, error) {
	result, err := call[json.RawMessage](ctx, c, to, with)
	if err != nil {
		return nil, err
	}
	return *result, nil
}

func callText(ctx context.Context, c *Client, to *endpoint, with parts) (string, error) {
	sent, err := build(to, with)
	if err != nil {
		return "", err
	}
	response, err := c.send(ctx, sent)
	if err != nil {
		return "", err
	}
	return string(response.Body), nil
}

func callNothing(ctx context.Context, c *Client, to *endpoint, with parts) error {
	_, err := callText(ctx, c, to, with)
	return err
}

func read[T any](from *endpoint, response *RawResponse) (*T, error) {
	result := new(T)
	if err := json.Unmarshal(response.Body, result); err != nil {
		return nil, unreadable(from.id, response, err)
	}
	return result, nil
}

// build returns the request for an operation.
func build(to *endpoint, with parts) (*request, error) {
	var options callOptions
	for _, option := range with.options {
		option(&options)
	}
	if err := to.check(&options); err != nil {
		return nil, err
	}
	if options.key == "" && to.takesKey {
		options.key = randomKey()
	}
	path, err := expand(to.path, with.path)
	if err != nil {
		return nil, err
	}
	// If the response to the first attempt is lost, the second one would be a conflict with the first.
	isUnconditional := options.ifMatch == "" && !options.createOnly
	sent := &request{
		method: to.method, path: path, query: queryOf(with), header: headerOf(&options),
		isRepeatable: to.isRepeatable && isUnconditional || options.key != "", isSlow: to.isSlow, timeout: options.timeout,
	}
	if with.body == nil {
		return sent, nil
	}
	sent.header.Set("Content-Type", to.mediaType)
	if text, isText := with.body.(string); isText {
		sent.body = []byte(text)
	} else if sent.body, err = json.Marshal(with.body); err != nil {
		return nil, invalid("the body of %s cannot be written as JSON: %w", to.id, err)
	}
	return sent, nil
}

// check refuses options that the operation does not have, since they would have no effect.
func (to *endpoint) check(options *callOptions) error {
	for _, option := range []struct {
		name    string
		isSet   bool
		isTaken bool
	}{
		{"IfMatch", options.ifMatch != "", to.isConditional},
		{"IfNoneMatch", options.ifNoneMatch != "", to.isCacheable},
		{"CreateOnly", options.createOnly, to.isCreating},
		{"IdempotencyKey", options.key != "", to.takesKey},
		{"LastEventID", options.lastEventID != "", to.isStream},
	} {
		if option.isSet && !option.isTaken {
			return invalid("%s does not have the option %s", to.id, option.name)
		}
	}
	return nil
}

func headerOf(options *callOptions) http.Header {
	header := http.Header{}
	set := func(name, value string) {
		if value != "" {
			header.Set(name, value)
		}
	}
	set("If-Match", options.ifMatch)
	set("If-None-Match", options.ifNoneMatch)
	if options.createOnly {
		set("If-None-Match", "*")
	}
	set("Idempotency-Key", options.key)
	set("Last-Event-ID", options.lastEventID)
	return header
}

// queryOf returns the parameters that are set, as texts.
func queryOf(with parts) url.Values {
	query := url.Values{}
	for name, value := range with.required {
		query.Set(name, plain(value))
	}
	if with.query == nil {
		return query
	}
	fields := reflect.ValueOf(with.query).Elem()
	for index := 0; index < fields.NumField(); index++ {
		if field := fields.Field(index); !field.IsZero() {
			query.Set(fields.Type().Field(index).Tag.Get("query"), plain(reflect.Indirect(field).Interface()))
		}
	}
	return query
}

// plain returns a value as a text in a path or a query.
func plain(value any) string {
	if instant, isInstant := value.(time.Time); isInstant {
		return instant.Format(time.RFC3339Nano)
	}
	return fmt.Sprint(value)
}

// expand replaces the parameters of a path such as `/v1/schedules/{id}`, in order.
func expand(template string, values []any) (string, error) {
	var path strings.Builder
	for _, given := range values {
		before, after, _ := strings.Cut(template, "{")
		_, template, _ = strings.Cut(after, "}")
		name := plain(given)
		// Every URL parser resolves the two segments of dots, escaped or not, so the name would be lost.
		if name == "" || name == "." || name == ".." {
			return "", invalid("expected a name in the path, found %q", name)
		}
		path.WriteString(before + escape(name))
	}
	return path.String() + template, nil
}

// escape escapes everything in a segment of a path that is not a letter, a digit or one of `-._~`.
func escape(segment string) string {
	return strings.ReplaceAll(url.QueryEscape(segment), "+", "%20")
}

func randomKey() string {
	var key [16]byte
	if _, err := rand.Read(key[:]); err != nil {
		panic(fmt.Sprintf("refrain: the system has no random numbers: %v", err))
	}
	return hex.EncodeToString(key[:])
}
