// Package refrain is a client for Refrain, a scheduler for recurring work: schedules, work queues and webhooks.
//
//	client, err := refrain.New("https://refrain.example.org", refrain.WithKey("rfn_…"))
//	if err != nil {
//		return err
//	}
//	digest := refrain.NewSchedule{
//		Cron:   refrain.Ptr("0 9 * * MON-FRI"),
//		Action: refrain.LogAction(map[string]string{"to": "team"}),
//	}
//	schedule, err := client.CreateSchedule(ctx, digest)
//
// Each operation of the API is a method of [Client]. The operations and their types are generated from the OpenAPI
// document of the server.
package refrain
