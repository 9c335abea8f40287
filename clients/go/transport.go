package refrain

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"time"
)

// Minimum timeout of operations that wait by design. The server takes at most 60 seconds for them.
const slowTimeout = 65 * time.Second

// request is a request before it is sent.
type request struct {
	method       string
	path         string
	query        url.Values
	header       http.Header
	body         []byte
	isRepeatable bool
	isSlow       bool
	timeout      time.Duration
}

// send sends a request, repeatedly if it fails for a moment, and reads the response.
func (c *Client) send(ctx context.Context, sent *request) (*RawResponse, error) {
	for attempt := 1; ; attempt++ {
		response, err := c.attempt(ctx, sent)
		var failure *Error
		if !errors.As(err, &failure) {
			return response, err
		}
		wait, isTransient := c.retries.wait(attempt, failure, sent.isRepeatable)
		if !isTransient {
			return nil, err
		}
		if err := sleep(ctx, wait); err != nil {
			return nil, err
		}
	}
}

// attempt sends a request once, within the timeout.
func (c *Client) attempt(ctx context.Context, sent *request) (*RawResponse, error) {
	limited, cancel := context.WithTimeout(ctx, c.timeoutOf(sent))
	defer cancel()
	response, err := c.open(limited, sent)
	if err == nil {
		defer response.Body.Close()
		var body []byte
		if body, err = io.ReadAll(response.Body); err == nil {
			return &RawResponse{Status: response.StatusCode, Header: response.Header, Body: body}, nil
		}
		err = unanswered(err)
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if limited.Err() != nil && errors.Is(err, ErrUnavailable) {
		return nil, &Error{kind: ErrTimedOut, message: "the server did not answer in time", cause: limited.Err()}
	}
	return nil, err
}

// open sends a request once. The response is returned as soon as its head has arrived.
func (c *Client) open(ctx context.Context, sent *request) (*http.Response, error) {
	address := c.url + sent.path
	if len(sent.query) > 0 {
		address += "?" + sent.query.Encode()
	}
	var body io.Reader
	if sent.body != nil {
		body = bytes.NewReader(sent.body)
	}
	outgoing, err := http.NewRequestWithContext(ctx, sent.method, address, body)
	if err != nil {
		return nil, invalid("the request cannot be sent: %w", err)
	}
	own := http.Header{"User-Agent": {"refrain-client-go/" + Version}}
	if c.key != "" {
		own.Set("Authorization", "Bearer "+c.key)
	}
	if c.tenant != "" {
		own.Set("X-Refrain-Tenant", c.tenant)
	}
	if c.requestID != "" {
		own.Set("X-Request-Id", c.requestID)
	}
	for _, header := range []http.Header{own, sent.header} {
		if err := addHeader(outgoing.Header, header); err != nil {
			return nil, err
		}
	}
	response, err := c.http.Do(outgoing)
	if err != nil {
		return nil, unanswered(err)
	}
	if response.StatusCode >= 400 || response.StatusCode == http.StatusNotModified {
		defer response.Body.Close()
		content, _ := io.ReadAll(response.Body)
		return nil, refused(response.StatusCode, response.Header, content)
	}
	return response, nil
}

func (c *Client) timeoutOf(sent *request) time.Duration {
	timeout := c.timeout
	if sent.timeout > 0 {
		timeout = sent.timeout
	}
	if sent.isSlow && timeout < slowTimeout {
		return slowTimeout
	}
	return timeout
}

func addHeader(to, from http.Header) error {
	for name, values := range from {
		for _, value := range values {
			for _, letter := range value {
				if letter < ' ' || letter > '~' {
					return invalid("header %s cannot have the value %q: expected printable ASCII", name, value)
				}
			}
			to.Set(name, value)
		}
	}
	return nil
}

// unanswered returns the error of a request without a response.
func unanswered(cause error) error {
	var failed *net.OpError
	if errors.As(cause, &failed) && failed.Op == "dial" {
		return &Error{kind: ErrUnreachable, message: "the server cannot be reached: " + cause.Error(), cause: cause}
	}
	return &Error{kind: ErrUnavailable, message: "the connection ended before the response: " + cause.Error(), cause: cause}
}

// sleep waits, unless the context ends first.
func sleep(ctx context.Context, wait time.Duration) error {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
