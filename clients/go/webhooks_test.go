package refrain_test

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"refrain"
)

const (
	firstSecret  = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
	secondSecret = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"
	webhookBody  = `{"text": "zażółć"}`
)

func signed(at time.Time, secrets ...string) http.Header {
	var signatures []string
	for _, secret := range secrets {
		key, _ := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
		mac := hmac.New(sha256.New, key)
		fmt.Fprintf(mac, "msg_1.%d.%s", at.Unix(), webhookBody)
		signatures = append(signatures, "v1,"+base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	}
	header := http.Header{}
	header.Set("webhook-id", "msg_1")
	header.Set("webhook-timestamp", fmt.Sprint(at.Unix()))
	header.Set("webhook-signature", strings.Join(signatures, " "))
	return header
}

func receiverOf(t *testing.T, secrets ...string) *refrain.WebhookReceiver {
	t.Helper()
	receiver, err := refrain.NewWebhookReceiver(secrets...)
	check(t, err)
	return receiver
}

func TestASignatureWithAKnownSecretIsVerified(t *testing.T) {
	for _, known := range []struct {
		secrets []string
		header  http.Header
	}{
		{[]string{firstSecret}, signed(time.Now(), firstSecret)},
		{[]string{firstSecret}, signed(time.Now(), secondSecret, firstSecret)},
		{[]string{secondSecret, firstSecret}, signed(time.Now(), firstSecret)},
	} {
		delivery, err := receiverOf(t, known.secrets...).Verify([]byte(webhookBody), known.header)
		check(t, err)
		var payload struct{ Text string }
		check(t, delivery.Decode(&payload))
		expect(t, delivery.ID+payload.Text, "msg_1zażółć")
		if delivery.Envelope != nil {
			t.Fatalf("found %v", delivery.Envelope)
		}
	}
}

func TestARequestThatIsNotAuthenticIsRefused(t *testing.T) {
	now := time.Now()
	changed := func(name, value string) http.Header {
		header := signed(now, firstSecret)
		header.Set(name, value)
		return header
	}
	other := strings.Replace(signed(now, firstSecret).Get("webhook-signature"), "v1,", "v2,", 1)
	receiver := receiverOf(t, firstSecret)
	for _, refused := range []struct {
		header       http.Header
		body, reason string
	}{
		{signed(now, secondSecret), webhookBody, "no signature"},
		{signed(now, firstSecret), "{}", "no signature"},
		{changed("webhook-id", "msg_2"), webhookBody, "no signature"},
		{changed("webhook-signature", other), webhookBody, "no signature"},
		{changed("webhook-signature", "v1,!"), webhookBody, "no signature"},
		{signed(now.Add(-302*time.Second), firstSecret), webhookBody, "within 5m0s"},
		{signed(now.Add(310*time.Second), firstSecret), webhookBody, "within 5m0s"},
		{changed("webhook-timestamp", "soon"), webhookBody, "timestamp in seconds"},
		{changed("webhook-timestamp", ""), webhookBody, "webhook-timestamp"},
	} {
		_, err := receiver.Verify([]byte(refused.body), refused.header)
		if !errors.Is(err, refrain.ErrNotAuthentic) || !strings.Contains(err.Error(), refused.reason) {
			t.Fatalf("expected %q, found %v", refused.reason, err)
		}
	}
	for _, secret := range []string{"whsec_short", "whsec_!", "whsec_AAAA"} {
		if _, err := refrain.NewWebhookReceiver(secret); !errors.Is(err, refrain.ErrInvalidRequest) {
			t.Fatalf("%s: found %v", secret, err)
		}
	}
}

func TestADeliveryIsProcessedOnceAndAgainAfterAFailure(t *testing.T) {
	receiver := receiverOf(t, firstSecret)
	var seen []string
	remember := func(_ context.Context, delivery *refrain.WebhookDelivery) error {
		seen = append(seen, delivery.ID)
		return nil
	}
	handle := func(process func(context.Context, *refrain.WebhookDelivery) error) (int, string, error) {
		return receiver.Handle(background, []byte(webhookBody), signed(time.Now(), firstSecret), process)
	}
	_, _, err := handle(func(context.Context, *refrain.WebhookDelivery) error {
		status, _, err := handle(remember)
		check(t, err)
		expect(t, status, 503)
		return errors.New("the database is away")
	})
	if err == nil {
		t.Fatal("expected the error of the function")
	}
	for _, expected := range []string{"processed", "already processed"} {
		_, text, err := handle(remember)
		check(t, err)
		expect(t, text, expected)
	}
	status, _, err := receiver.Handle(background, []byte(webhookBody), signed(time.Now(), secondSecret), remember)
	check(t, err)
	expect(t, status, 400)
	expect(t, strings.Join(seen, " "), "msg_1")
}

func TestAStoreInMemoryForgetsTheOldest(t *testing.T) {
	store := refrain.MemoryStore{Capacity: 2}
	var found []refrain.Progress
	for _, id := range []string{"a", "b", "a", "c", "a"} {
		progress, err := store.Begin(background, id)
		check(t, err)
		found = append(found, progress)
	}
	expect(t, fmt.Sprint(found), fmt.Sprint([]refrain.Progress{0, 0, refrain.Processing, 0, 0}))
}

func TestAWebhookOfARealServerIsVerified(t *testing.T) {
	client := onceClient(t, startServer(t))
	receiver := receiverOf(t, secondSecret)
	deliveries := make(chan *refrain.WebhookDelivery, 1)
	server := httptest.NewServer(receiver.Handler(func(_ context.Context, delivery *refrain.WebhookDelivery) error {
		deliveries <- delivery
		return nil
	}))
	t.Cleanup(server.Close)
	for name, secret := range map[string]string{"first": firstSecret, "second": secondSecret} {
		_, err := client.PutSecret(background, name, refrain.NewSecret{Value: secret})
		check(t, err)
	}
	action := refrain.WebhookAction(server.URL, map[string]string{"text": "zażółć"}, refrain.SignWith("first", "second"))
	_, err := client.PutSchedule(background, "hook", refrain.ScheduleDefinition{Cron: refrain.Ptr("@yearly"), Timezone: refrain.Ptr("UTC"), Action: action})
	check(t, err)
	run, err := client.FireSchedule(background, "hook", nil)
	check(t, err)
	ended, err := client.WaitForOccurrence(background, run.Occurrence)
	check(t, err)
	expect(t, ended.State, "succeeded")
	delivery := <-deliveries
	expect(t, delivery.Envelope.Schedule.ID, "hook")
	expect(t, delivery.Envelope.Occurrence.ID, run.Occurrence)
	expect(t, delivery.Envelope.Attempt, 1)
	expect(t, string(delivery.Payload), `{"text":"zażółć"}`)
}
