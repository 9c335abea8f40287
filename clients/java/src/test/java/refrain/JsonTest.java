package refrain;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import refrain.types.Calendar;
import refrain.types.CompleteRequest;
import refrain.types.FirstRun;
import refrain.types.JitterWindow;
import refrain.types.Liveness;
import refrain.types.NewSchedule;
import refrain.types.OverlapPolicy;
import refrain.types.Recurrence;
import refrain.types.RruleRecurrence;
import refrain.types.SchedulePatch;
import refrain.types.UnknownRecurrence;
import refrain.types.Weekday;

/** JSON, and records in it. */
final class JsonTest {
    JsonTest(Tests.Cleanup cleanup) {}

    @Test
    void everyValueIsReadAndWrittenWithoutLoss() {
        String text = "{\"a\":[null,true,false,-1,9007199254740993,18446744073709551616,2.50,1E+3],\"ü\":\"\\\"\\\\ \\u000a😀\",\"\":{}}";
        Map<String, Object> expected = new LinkedHashMap<>();
        expected.put("a", Arrays.asList(null, true, false, -1L, 9007199254740993L, new BigInteger("18446744073709551616"),
                new BigDecimal("2.50"), new BigDecimal("1E+3")));
        expected.put("ü", "\"\\ \n😀");
        expected.put("", Map.of());
        Tests.expect(expected, Json.parse(text));
        Tests.expect(expected, Json.parse(Json.write(expected)));
        Tests.expect(List.of(), Json.parse(" [ ] "));
        Tests.expect("/\b\f\r\t", Json.parse("\"\\/\\b\\f\\r\\t\""));
    }

    @Test
    void whatIsNoJsonIsRefusedWithThePlace() {
        for (String text : List.of("", "tru", "01", "1.", "+1", "-", "NaN", "[1,]", "[1", "{\"a\" 1}", "{a:1}", "\"a", "\"\n\"", "\"\\x\"",
                "\"\\u12g4\"", "1 2", "[".repeat(1000))) {
            Tests.expectText("at character", Tests.expectThrown(JsonException.class, () -> Json.parse(text)).getMessage());
        }
        Tests.expectText("class java.lang.Object", Tests.expectThrown(JsonException.class, () -> Json.write(new Object())).getMessage());
        Tests.expectThrown(JsonException.class, () -> Json.write(Double.NaN));
    }

    @Test
    void nullAbsentAndEmptyAreDifferent() {
        Tests.expect("{\"description\":\"new\",\"history\":null}", Json.write(SchedulePatch.builder().description("new").clearHistory().build()));
        Tests.expect("{}", Json.write(Calendar.builder().build()));
        Tests.expect("{\"weekend\":[]}", Json.write(Calendar.builder().weekend(List.of()).build()));
        Tests.expect("{\"fence\":1}", Json.write(CompleteRequest.builder(1).build()));
        Tests.expect("{\"kind\":\"rrule\",\"text\":\"\"}", Json.write(new RruleRecurrence("")));
        Tests.expect("\"50%\"", Json.write(JitterWindow.of("50%")));
        Tests.expect("90", Json.write(JitterWindow.of(90)));
        SchedulePatch patch = Records.read(SchedulePatch.class, Json.parse("{\"history\":null}"));
        Tests.expect(Arrays.asList(Patch.clear(), null), Arrays.asList(patch.history(), patch.description()));
    }

    @Test
    void unknownFieldsAreIgnoredAndUnknownValuesPreserved() {
        Tests.expect(new Liveness("ok"), Records.read(Liveness.class, Json.parse("{\"status\":\"ok\",\"new\":1}")));
        Tests.expect("\"newest\"", Json.write(Records.read(OverlapPolicy.class, "newest")));
        Tests.expect(FirstRun.of("later"), Records.read(FirstRun.class, "later"));
        Object lunar = Json.parse("{\"kind\":\"lunar\",\"phase\":1}");
        Tests.expect(new UnknownRecurrence(lunar), Records.read(Recurrence.class, lunar));
        Tests.expect("{\"kind\":\"lunar\",\"phase\":1}", Json.write(Records.read(Recurrence.class, lunar)));
        Tests.expect(List.of(Weekday.FRIDAY), Records.read(Calendar.class, Json.parse("{\"weekend\":\"friday\"}")).weekend());
    }

    @Test
    void aValueOfTheWrongTypeIsLocated() {
        for (Map.Entry<String, String> wrong : Map.of(
                "{}", "NewSchedule has no field action",
                "{\"action\":{}}", "action: Action has no field provider",
                "{\"action\":{\"provider\":3}}", "action: provider: expected a text, found 3",
                "{\"action\":{\"provider\":\"log\",\"dedup_for\":\"1d\"}}", "action: dedup_for: expected a length of time").entrySet()) {
            JsonException error = Tests.expectThrown(JsonException.class, () -> Records.read(NewSchedule.class, Json.parse(wrong.getKey())));
            Tests.expectText(wrong.getValue(), error.getMessage());
        }
    }

    @Test
    void aLengthOfTimeIsReadAndWritten() {
        for (Map.Entry<String, String> length : Map.of("90s", "1m 30s", "1h 30m", "1h 30m", "1h30m5s", "1h 30m 5s", "0s", "0s",
                "9999999h", "9999999h").entrySet()) {
            Tests.expect(length.getValue(), Lengths.format(Lengths.parse(length.getKey())));
        }
        Tests.expect(Duration.ofSeconds(90), Records.read(Duration.class, 90L));
        for (String text : List.of("", "90", "1d", "1m 1h", "s", "1h ", " 1h")) {
            Tests.expectThrown(JsonException.class, () -> Lengths.parse(text));
        }
    }
}
