package refrain

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Version is the version of this package.
const Version = "0.1.0"

const (
	defaultTimeout = 30 * time.Second
	// Pauses between two reads of an occurrence: the first one, doubled for each further one, and the maximum.
	pauseMin = 50 * time.Millisecond
	pauseMax = 2 * time.Second
)

// Client calls the API of one server. It may be used by several goroutines at the same time.
type Client struct {
	url       string
	key       string
	tenant    string
	requestID string
	timeout   time.Duration
	retries   Retries
	http      *http.Client
}

// Option is a setting of a client.
type Option func(*Client)

// WithKey sets the API key. A server that listens only on its own machine requires none.
func WithKey(key string) Option { return func(c *Client) { c.key = key } }

// WithTenant sets the tenant of all requests, as `namespace/tenant` or `tenant`. It requires a key for all tenants.
func WithTenant(tenant string) Option { return func(c *Client) { c.tenant = tenant } }

// WithRequestID sets the ID of the requests in the logs and the audit log of the server.
func WithRequestID(id string) Option { return func(c *Client) { c.requestID = id } }

// WithTimeout sets the timeout of each attempt. Default: 30 seconds. Operations that wait for work have at least 65.
func WithTimeout(timeout time.Duration) Option { return func(c *Client) { c.timeout = timeout } }

// WithRetries sets how requests are retried.
func WithRetries(retries Retries) Option { return func(c *Client) { c.retries = retries } }

// WithHTTPClient sets the HTTP client, such as one with a proxy. Its redirects are not followed.
func WithHTTPClient(client *http.Client) Option { return func(c *Client) { c.http = client } }

// New returns a client for the server with a URL such as `https://refrain.example.org`.
func New(address string, options ...Option) (*Client, error) {
	base, err := baseURL(address)
	if err != nil {
		return nil, err
	}
	client := &Client{url: base, timeout: defaultTimeout, http: http.DefaultClient}
	return client.With(options...), nil
}

// With returns a client with other settings.
func (c *Client) With(options ...Option) *Client {
	other := *c
	for _, option := range options {
		option(&other)
	}
	unredirected := *other.http
	unredirected.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	other.http = &unredirected
	return &other
}

// URL returns the base URL of the server.
func (c *Client) URL() string { return c.url }

// String returns the client without its key, for logs.
func (c *Client) String() string { return fmt.Sprintf("refrain.Client(%s)", c.url) }

// GoString returns the client without its key, for logs.
func (c *Client) GoString() string { return c.String() }

// WaitForOccurrence waits until an occurrence has completed, and returns it with its attempts. The context limits
// the wait.
func (c *Client) WaitForOccurrence(ctx context.Context, id int64) (*OccurrenceDetail, error) {
	for pause := pauseMin; ; pause *= 2 {
		occurrence, err := c.GetOccurrence(ctx, id)
		if err != nil || occurrence.EndedAt != nil {
			return occurrence, err
		}
		if pause > pauseMax {
			pause = pauseMax
		}
		if err := sleep(ctx, pause); err != nil {
			return nil, err
		}
	}
}

// ServerVersion returns the version of the server, from its OpenAPI document.
func (c *Client) ServerVersion(ctx context.Context) (string, error) {
	response, err := c.Request(ctx, RawRequest{Method: http.MethodGet, Path: "/v1/openapi.json"})
	if err != nil {
		return "", err
	}
	var document struct {
		Info struct {
			Version string `json:"version"`
		} `json:"info"`
	}
	if err := json.Unmarshal(response.Body, &document); err != nil {
		return "", unreadable("the OpenAPI document", response, err)
	}
	return document.Info.Version, nil
}

// RawRequest is a request for any operation, such as one that this client does not know yet.
type RawRequest struct {
	Method string
	Path   string
	Query  url.Values
	Header http.Header
	// JSON is the body. It is not sent if it is nil.
	JSON any
}

// RawResponse is a successful response with its head.
type RawResponse struct {
	Status int
	Header http.Header
	Body   []byte
}

// ETag returns the version of the value, for [IfMatch].
func (r *RawResponse) ETag() string { return r.Header.Get("ETag") }

// Request calls any operation, and returns the response with its head.
func (c *Client) Request(ctx context.Context, raw RawRequest) (*RawResponse, error) {
	sent := request{method: strings.ToUpper(raw.Method), path: raw.Path, query: raw.Query, header: raw.Header.Clone()}
	if sent.header == nil {
		sent.header = http.Header{}
	}
	if raw.JSON != nil {
		body, err := json.Marshal(raw.JSON)
		if err != nil {
			return nil, invalid("the body cannot be written as JSON: %w", err)
		}
		sent.body = body
		if sent.header.Get("Content-Type") == "" {
			sent.header.Set("Content-Type", "application/json")
		}
	}
	hasOneEffect := sent.method == http.MethodGet || sent.method == http.MethodPut || sent.method == http.MethodDelete
	isUnconditional := sent.header.Get("If-Match") == "" && sent.header.Get("If-None-Match") == ""
	sent.isRepeatable = hasOneEffect && isUnconditional || sent.header.Get("Idempotency-Key") != ""
	return c.send(ctx, &sent)
}

// baseURL returns a URL without the slash at its end, to which paths can be added.
func baseURL(address string) (string, error) {
	parsed, err := url.Parse(address)
	if err != nil || parsed.Host == "" || (parsed.Scheme != "http" && parsed.Scheme != "https") {
		return "", invalid("expected the URL of a server, found %q: it must begin with http:// or https://", address)
	}
	if parsed.RawQuery != "" || parsed.Fragment != "" || parsed.User != nil {
		return "", invalid("expected the URL of a server, found %q: it must have no user, query or fragment", address)
	}
	return strings.TrimRight(parsed.String(), "/"), nil
}
