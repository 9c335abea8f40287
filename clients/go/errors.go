package refrain

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"
)

// Kinds of errors, for [errors.Is]. Every error of a request is an [*Error] of one of them, or has none if the server
// answered with another status.
var (
	// ErrInvalidRequest says that the request is invalid (400), or could not be built.
	ErrInvalidRequest = errors.New("invalid request")
	// ErrUnauthorized says that the key is missing, unknown, expired or revoked (401).
	ErrUnauthorized = errors.New("unauthorized")
	// ErrForbidden says that the key does not allow the operation (403).
	ErrForbidden = errors.New("forbidden")
	// ErrNotFound says that the resource does not exist, or belongs to another tenant (404).
	ErrNotFound = errors.New("not found")
	// ErrConflict says that the request conflicts with the stored state (409), or that a precondition failed (412).
	ErrConflict = errors.New("conflict")
	// ErrRateLimited says that a limit is reached (429).
	ErrRateLimited = errors.New("rate limited")
	// ErrUnavailable says that the server cannot be reached, or cannot work at the moment (502, 503, 504). The same
	// request may succeed later. Its effect is unknown, unless the error is ErrUnreachable, too.
	ErrUnavailable = errors.New("unavailable")
	// ErrTimedOut says that the server did not answer within the timeout. Such an error is ErrUnavailable, too.
	ErrTimedOut = fmt.Errorf("timed out: %w", ErrUnavailable)
	// ErrUnreachable says that the request was certainly not processed. Such an error is ErrUnavailable, too.
	ErrUnreachable = fmt.Errorf("unreachable: %w", ErrUnavailable)
	// ErrNotModified says that the version that the caller has is the current one (304).
	ErrNotModified = errors.New("not modified")
	// ErrUnreadableResponse says that the response cannot be read.
	ErrUnreadableResponse = errors.New("unreadable response")
)

var kinds = map[int]error{
	http.StatusNotModified:        ErrNotModified,
	http.StatusBadRequest:         ErrInvalidRequest,
	http.StatusUnauthorized:       ErrUnauthorized,
	http.StatusForbidden:          ErrForbidden,
	http.StatusNotFound:           ErrNotFound,
	http.StatusConflict:           ErrConflict,
	http.StatusPreconditionFailed: ErrConflict,
	http.StatusTooManyRequests:    ErrRateLimited,
	http.StatusBadGateway:         ErrUnavailable,
	http.StatusServiceUnavailable: ErrUnavailable,
	http.StatusGatewayTimeout:     ErrUnavailable,
}

const bodyCharactersMax = 200

// Error is a request that failed.
//
//	var failure *refrain.Error
//	if errors.As(err, &failure) && failure.Code() == "lease_lost" { … }
type Error struct {
	// Status of the response, or 0 if there was none.
	Status int

	// Problem is the problem document of the server, or nil if the response had none.
	Problem *Problem

	// RequestID is the ID of the request in the logs and the audit log of the server.
	RequestID string

	// RetryAfter is the time that the server asks the caller to wait.
	RetryAfter time.Duration

	hasRetryAfter bool
	kind          error
	message       string
	cause         error
}

// Error returns the explanation of the server with its code, place and hint.
func (e *Error) Error() string { return e.message }

// Is reports whether the error is of a kind, such as [ErrNotFound].
func (e *Error) Is(kind error) bool { return e.kind != nil && errors.Is(e.kind, kind) }

// Unwrap returns the cause, such as an error of the network.
func (e *Error) Unwrap() error { return e.cause }

// Code returns the stable code of the problem, such as `lease_lost`.
func (e *Error) Code() string { return e.problem().Code }

// Detail returns the explanation of the problem.
func (e *Error) Detail() string { return e.problem().Detail }

// Hint returns the suggested remedy.
func (e *Error) Hint() string { return value(e.problem().Hint) }

// Path returns the place in the body that the problem is about, such as `action.provider`.
func (e *Error) Path() string { return value(e.problem().Path) }

// Column returns the position in the invalid text, counted in characters from 1, or 0.
func (e *Error) Column() int64 { return value(e.problem().Column) }

func (e *Error) problem() *Problem {
	if e.Problem == nil {
		return &Problem{}
	}
	return e.Problem
}

// refused returns the error of a response that is not a success.
func refused(status int, header http.Header, body []byte) *Error {
	failure := &Error{Status: status, RequestID: header.Get("X-Request-Id"), kind: kinds[status]}
	var problem Problem
	if json.Unmarshal(body, &problem) == nil && problem.Code != "" && problem.Detail != "" {
		failure.Problem = &problem
	}
	if seconds, err := strconv.ParseUint(header.Get("Retry-After"), 10, 31); err == nil {
		failure.RetryAfter, failure.hasRetryAfter = time.Duration(seconds)*time.Second, true
	}
	failure.message = describe(failure, string(body))
	return failure
}

func describe(failure *Error, body string) string {
	if failure.Status == http.StatusNotModified {
		return "the version that the caller has is the current one (304)"
	}
	if failure.Problem == nil {
		return fmt.Sprintf("the server answered %d: %.*q", failure.Status, bodyCharactersMax, body)
	}
	place := ""
	if failure.Path() != "" {
		place = " at " + failure.Path()
	}
	if failure.Column() != 0 {
		place += fmt.Sprintf(", column %d", failure.Column())
	}
	text := fmt.Sprintf("%s (%d %s%s)", failure.Detail(), failure.Status, failure.Code(), place)
	if failure.Hint() != "" {
		text += "; hint: " + failure.Hint()
	}
	return text
}

// invalid returns the error of a request that cannot be built. The format may name a cause with %w.
func invalid(format string, arguments ...any) error {
	cause := fmt.Errorf(format, arguments...)
	return &Error{kind: ErrInvalidRequest, message: cause.Error(), cause: errors.Unwrap(cause)}
}

func unreadable(what string, response *RawResponse, cause error) error {
	return &Error{
		Status: response.Status, RequestID: response.Header.Get("X-Request-Id"), kind: ErrUnreadableResponse,
		message: fmt.Sprintf("%s: the response cannot be read: %v", what, cause), cause: cause,
	}
}
