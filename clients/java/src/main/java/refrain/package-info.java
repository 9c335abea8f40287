/**
 * A client for Refrain, a scheduler for recurring work: schedules, work queues and webhooks.
 *
 * <pre>{@code
 * Refrain refrain = Refrain.builder("https://refrain.example.org").key("rfn_…").build();
 * Action log = Actions.log(Map.of("to", "team"));
 * refrain.createSchedule(NewSchedule.builder(log).cron("0 9 * * MON-FRI").timezone("Europe/Paris").build());
 * }</pre>
 *
 * <p>Each operation of the API is a method of {@link refrain.Refrain}. The operations and their types are generated from
 * the OpenAPI document of the server.
 */
package refrain;
