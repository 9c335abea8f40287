// Code generated from console/openapi.json by `make clients`. DO NOT EDIT.

package refrain

// Problem: An error. The request changed nothing, except that the effect of a request that returns
// 503 may be unknown.
type Problem struct {
	// Type of the problem: the code as a URN.
	Type string `json:"type"`

	// Title of the HTTP status.
	Title string `json:"title"`

	// HTTP status code. Maximum: 599.
	Status int64 `json:"status"`

	// Stable code for programs.
	Code string `json:"code"`

	// Explanation of the error, with the value that caused it.
	Detail string `json:"detail"`

	// Position in the invalid text, counted in characters from 1.
	Column *int64 `json:"column,omitempty"`

	// The text of `detail` without the form of a sentence, only in responses of `/v1/recurring`.
	Error *string `json:"error,omitempty"`

	// Suggested remedy.
	Hint *string `json:"hint,omitempty"`

	// Location in the body, as a path such as `action.provider`.
	Path *string `json:"path,omitempty"`
}
