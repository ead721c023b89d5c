package dev.tenon.testkit.misbehaviour;

import static dev.tenon.testkit.misbehaviour.Misbehaviour.ofResponse;
import static dev.tenon.testkit.misbehaviour.Misbehaviour.ofScript;
import static dev.tenon.testkit.misbehaviour.MisbehaviourTrigger.LIST;
import static dev.tenon.testkit.misbehaviour.ObservedOutcome.INVALID_RESPONSE;
import static dev.tenon.testkit.misbehaviour.ObservedOutcome.LEFT_OUT;
import static dev.tenon.testkit.misbehaviour.ObservedOutcome.SUCCEEDS;
import static dev.tenon.testkit.misbehaviour.WellBehavedServer.SCHEMA;
import static dev.tenon.testkit.misbehaviour.WellBehavedServer.TOOLS;
import static dev.tenon.testkit.misbehaviour.WellBehavedServer.toolJson;

import java.util.List;

/** Lists that are malformed, never end, or contain invalid elements. */
final class ListMisbehaviours {
    private static final String LONG = ",\"description\":\"" + "d".repeat(3 << 20) + "\"";

    static final List<Misbehaviour> ALL = List.of(
            malformedList("tools-missing", "\"other\":[]"),
            malformedList("tools-an-object", "\"tools\":{}"),
            malformedList("tools-of-texts", "\"tools\":[\"echo\"]"),
            malformedList("tools-of-null", "\"tools\":[null]"),
            withTool("tool-without-name", "{" + SCHEMA + "}"),
            withTool("tool-name-a-number", "{\"name\":7," + SCHEMA + "}"),
            withTool("tool-description-an-object", toolJson("x", SCHEMA + ",\"description\":{}")),
            withTool("tool-hints-are-texts", toolJson("x", SCHEMA + ",\"annotations\":{\"destructiveHint\":\"no\"}")),
            withTool("tool-icons-a-text", toolJson("x", SCHEMA + ",\"icons\":\"http://169.254.169.254/icon\"")),
            withTool(
                    "tool-icon-is-a-script",
                    toolJson("x", SCHEMA + ",\"icons\":[{\"src\":\"javascript:alert(1)\"}]"),
                    SUCCEEDS,
                    LEFT_OUT,
                    INVALID_RESPONSE),
            withTool("tool-twice", toolJson("echo", SCHEMA), SUCCEEDS, LEFT_OUT),
            withTool(
                    "tool-with-control-characters",
                    toolJson("rm\\u0000\\u001b[31m\\u0007", SCHEMA),
                    SUCCEEDS,
                    LEFT_OUT),
            withTool(
                    "tool-with-hidden-letters",
                    toolJson("ec\\u200bho\\u202e", SCHEMA + ",\"description\":\"\\u2066hi\\udb40\\udc41\""),
                    SUCCEEDS,
                    LEFT_OUT),
            withTool("tool-with-an-endless-name", toolJson("n".repeat(1 << 20), SCHEMA), SUCCEEDS, LEFT_OUT),
            withTool("tool-with-an-empty-name", toolJson("", SCHEMA), SUCCEEDS, LEFT_OUT, INVALID_RESPONSE),
            malformedList("cursor-a-number", "\"tools\":[],\"nextCursor\":5"),
            malformedList("cursor-an-object", "\"tools\":[],\"nextCursor\":{}"),
            ofResponse(
                    "pages-without-end",
                    LIST,
                    request -> request.cacheableResultMessage(
                            "\"tools\":[" + toolJson("t" + request.text("cursor"), SCHEMA) + "],\"nextCursor\":\"x"
                                    + request.text("cursor") + "\""),
                    INVALID_RESPONSE),
            ofResponse(
                    "empty-pages-without-end",
                    LIST,
                    request -> request.cacheableResultMessage(
                            "\"tools\":[],\"nextCursor\":\"x" + request.text("cursor") + "\""),
                    INVALID_RESPONSE),
            ofResponse(
                    "the-same-cursor-again",
                    LIST,
                    request -> request.cacheableResultMessage("\"tools\":[" + TOOLS + "],\"nextCursor\":\"again\""),
                    INVALID_RESPONSE),
            ofResponse(
                    "two-cursors-in-turns",
                    LIST,
                    request -> request.cacheableResultMessage("\"tools\":[],\"nextCursor\":\""
                            + (request.text("cursor").equals("a") ? "b" : "a") + "\""),
                    INVALID_RESPONSE),
            ofResponse(
                    "pages-of-megabytes-without-end",
                    LIST,
                    request -> request.cacheableResultMessage(
                            "\"tools\":[" + toolJson("t" + request.text("cursor"), SCHEMA + LONG)
                                    + "],\"nextCursor\":\"x" + request.text("cursor") + "\""),
                    INVALID_RESPONSE),
            ofResponse(
                    "cursors-of-megabytes-without-end",
                    LIST,
                    request -> request.cacheableResultMessage(
                            "\"tools\":[],\"nextCursor\":\"" + nextCursor(request.text("cursor")) + "\""),
                    INVALID_RESPONSE),
            ofResponse(
                    "cursor-empty-but-there",
                    LIST,
                    request -> request.params().get("cursor") == null
                            ? request.cacheableResultMessage("\"tools\":[],\"nextCursor\":\"\"")
                            : request.cacheableResultMessage("\"tools\":[" + TOOLS + "]"),
                    SUCCEEDS),
            ofResponse(
                    "cursor-of-a-megabyte",
                    LIST,
                    request -> request.params().get("cursor") == null
                            ? request.cacheableResultMessage(
                                    "\"tools\":[],\"nextCursor\":\"" + "c".repeat(1 << 20) + "\"")
                            : request.cacheableResultMessage("\"tools\":[" + TOOLS + "]"),
                    SUCCEEDS,
                    INVALID_RESPONSE),
            ofResponse(
                    "cursor-refused",
                    LIST,
                    request -> request.params().get("cursor") == null
                            ? request.cacheableResultMessage("\"tools\":[],\"nextCursor\":\"c\"")
                            : request.errorMessage(-32602, "Unknown cursor"),
                    ObservedOutcome.SERVER_ERROR),
            ofScript(
                    "a-hundred-thousand-tools",
                    LIST,
                    (request, out) -> {
                        String message = request.cacheableResultMessage("\"tools\":[" + TOOLS + "@]");
                        out.writeText(message.substring(0, message.indexOf('@')));
                        for (int i = 0; i < 100_000; i++) {
                            out.writeText("," + toolJson("t" + i, SCHEMA));
                        }
                        out.writeText(message.substring(message.indexOf('@') + 1));
                        out.endMessage();
                    },
                    INVALID_RESPONSE),
            ofResponse(
                            "caching-wrong",
                            LIST,
                            request -> request.resultMessage(
                                    "\"tools\":[" + TOOLS + "],\"ttlMs\":\"long\",\"cacheScope\":9"),
                            INVALID_RESPONSE)
                    .onlyInEra(ProtocolEra.STATELESS),
            ofResponse(
                            "caching-for-a-negative-time",
                            LIST,
                            request -> request.resultMessage(
                                    "\"tools\":[" + TOOLS + "],\"ttlMs\":-5,\"cacheScope\":\"private\""),
                            SUCCEEDS)
                    .onlyInEra(ProtocolEra.STATELESS),
            ofResponse(
                            "caching-for-ages",
                            LIST,
                            request -> request.resultMessage(
                                    "\"tools\":[" + TOOLS + "],\"ttlMs\":9007199254740991,\"cacheScope\":\"public\""),
                            SUCCEEDS)
                    .onlyInEra(ProtocolEra.STATELESS),
            ofResponse(
                    "caching-missing", LIST, request -> request.resultMessage("\"tools\":[" + TOOLS + "]"), SUCCEEDS));

    private ListMisbehaviours() {}

    /** Returns a new cursor each time, which is always long. */
    private static String nextCursor(String cursor) {
        int count = cursor.isEmpty() ? 0 : Integer.parseInt(cursor.substring(0, cursor.indexOf('-')));
        return (count + 1) + "-".repeat(2 << 20);
    }

    private static Misbehaviour malformedList(String name, String members) {
        return ofResponse(name, LIST, request -> request.cacheableResultMessage(members), INVALID_RESPONSE);
    }

    /** Adds an invalid tool to the valid ones: either it is left out, or the list is an invalid response. */
    private static Misbehaviour withTool(String name, String tool) {
        return withTool(name, tool, INVALID_RESPONSE, LEFT_OUT);
    }

    private static Misbehaviour withTool(String name, String tool, ObservedOutcome... outcomes) {
        return ofResponse(
                name,
                LIST,
                request -> request.cacheableResultMessage("\"tools\":[" + TOOLS + "," + tool + "]"),
                outcomes);
    }
}
