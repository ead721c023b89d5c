package dev.tenon.battery.hostile;

import static dev.tenon.battery.hostile.Misbehaviour.answers;
import static dev.tenon.battery.hostile.Outcome.BAD_ANSWER;
import static dev.tenon.battery.hostile.Outcome.NOT_SUPPORTED;
import static dev.tenon.battery.hostile.Outcome.SUCCEEDS;
import static dev.tenon.battery.hostile.Trigger.CALL;
import static dev.tenon.battery.hostile.Trigger.LIST;

import java.util.List;
import java.util.stream.Stream;

/** Servers that ask for input in place of an answer (2026-07-28), in every way but the right one. */
final class Asks {
    private static final String FORM = "{\"method\":\"elicitation/create\",\"params\":{\"message\":\"m\","
            + "\"requestedSchema\":{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"boolean\",\"default\":true}}}}}";

    static final List<Misbehaviour> ALL = List.of(
            asks("input-for-ever", "\"inputRequests\":{\"a\":" + FORM + "},\"requestState\":\"s\""),
            asks("state-for-ever", "\"requestState\":\"s\""),
            asks("input-of-nothing", "\"other\":1"),
            asks("input-requests-empty", "\"inputRequests\":{}"),
            asks("input-requests-an-array", "\"inputRequests\":[" + FORM + "]"),
            asks("input-request-a-text", "\"inputRequests\":{\"a\":\"elicitation/create\"}"),
            asks(
                    "input-by-an-unknown-method",
                    "\"inputRequests\":{\"a\":{\"method\":\"host/password\",\"params\":{}}}"),
            asks(
                    "input-by-a-method-of-the-client",
                    "\"inputRequests\":{\"a\":{\"method\":\"tools/call\",\"params\":{}}}"),
            asks("input-without-params", "\"inputRequests\":{\"a\":{\"method\":\"elicitation/create\"}}"),
            asks(
                    "input-message-a-number",
                    "\"inputRequests\":{\"a\":{\"method\":\"elicitation/create\",\"params\":{\"message\":1}}}"),
            asks("input-form-nested", form("{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"object\"}}}")),
            asks("input-form-an-array", form("{\"type\":\"array\"}")),
            asks("input-form-of-nonsense", form("{\"type\":\"object\",\"properties\":{\"a\":\"string\"}}")),
            asks(
                    "input-mode-unknown",
                    "\"inputRequests\":{\"a\":{\"method\":\"elicitation/create\",\"params\":{\"mode\":\"mind\",\"message\":\"m\"}}}"),
            asks(
                    "input-by-url-without-capability",
                    "\"inputRequests\":{\"a\":{\"method\":\"elicitation/create\",\"params\":{\"mode\":\"url\",\"message\":\"m\","
                            + "\"url\":\"http://127.0.0.1:9/\"}}}"),
            asks(
                    "input-by-sampling-without-capability",
                    "\"inputRequests\":{\"a\":{\"method\":\"sampling/createMessage\",\"params\":{\"messages\":[],\"maxTokens\":1}}}"),
            asks("input-of-roots-without-capability", "\"inputRequests\":{\"a\":{\"method\":\"roots/list\"}}"),
            asks("state-a-number", "\"requestState\":5"),
            // Smaller than a client's limit; a guard with policies may make a tool's error of it.
            asks("state-of-10-megabytes", "\"requestState\":\"" + "s".repeat(10 << 20) + "\"", SUCCEEDS),
            asks("a-thousand-inputs", "\"inputRequests\":{" + thousand() + "}"),
            answers("input-for-a-list", LIST, Asks::state, BAD_ANSWER).in(Era.STATELESS));

    private Asks() {}

    private static String state(Got got) {
        return got.envelope("\"result\":{\"resultType\":\"input_required\",\"requestState\":\"s\"}");
    }

    private static String form(String schema) {
        return "\"inputRequests\":{\"a\":{\"method\":\"elicitation/create\",\"params\":{\"message\":\"m\",\"requestedSchema\":"
                + schema + "}}}";
    }

    private static String thousand() {
        StringBuilder text = new StringBuilder("\"k0\":" + FORM);
        for (int i = 1; i < 1000; i++) {
            text.append(",\"k" + i + "\":" + FORM);
        }
        return text.toString();
    }

    private static Misbehaviour asks(String name, String members, Outcome... also) {
        Outcome[] expected = Stream.concat(Stream.of(BAD_ANSWER, NOT_SUPPORTED), Stream.of(also))
                .toArray(Outcome[]::new);
        return answers(
                        name,
                        CALL,
                        got -> got.envelope("\"result\":{\"resultType\":\"input_required\"," + members + "}"),
                        expected)
                .in(Era.STATELESS);
    }
}
