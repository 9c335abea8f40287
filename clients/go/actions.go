package refrain

import "strings"

// WebhookOption is a setting of a webhook.
type WebhookOption func(*Action)

// SignWith signs the request with secrets on the server, by their names.
func SignWith(secrets ...string) WebhookOption {
	return func(action *Action) { setMetadata(action, "webhook.sign_with", strings.Join(secrets, ",")) }
}

// WithHeader adds a header. Its value may contain placeholders such as `{{secret.token}}`.
func WithHeader(name, value string) WebhookOption {
	return func(action *Action) { setMetadata(action, "webhook.header."+name, value) }
}

// WithMethod sets the HTTP method. Default: `POST`.
func WithMethod(method string) WebhookOption {
	return func(action *Action) { setMetadata(action, "webhook.method", method) }
}

// WebhookAction returns an action that sends an HTTP request with the payload and its context as JSON. It panics if the
// payload cannot be written as JSON, as [QueueAction] and [LogAction].
func WebhookAction(url string, payload any, options ...WebhookOption) Action {
	action := Action{Provider: "webhook", Target: &url, Payload: MustJSON(payload)}
	for _, option := range options {
		option(&action)
	}
	return action
}

// QueueAction returns an action that enqueues a work item, for [Client.Consume].
func QueueAction(queue string, payload any) Action {
	return Action{Provider: "queue", Target: &queue, Payload: MustJSON(payload)}
}

// LogAction returns an action that writes a log record on the server, to try a schedule.
func LogAction(payload any) Action {
	return Action{Provider: "log", Payload: MustJSON(payload)}
}

func setMetadata(action *Action, name, value string) {
	if action.Metadata == nil {
		action.Metadata = map[string]string{}
	}
	action.Metadata[name] = value
}
