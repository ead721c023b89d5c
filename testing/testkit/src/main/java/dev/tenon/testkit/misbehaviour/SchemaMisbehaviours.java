package dev.tenon.testkit.misbehaviour;

import static dev.tenon.testkit.misbehaviour.Misbehaviour.ofResponse;
import static dev.tenon.testkit.misbehaviour.MisbehaviourTrigger.LIST;
import static dev.tenon.testkit.misbehaviour.MisbehaviourTrigger.LIST_AND_CALL;
import static dev.tenon.testkit.misbehaviour.ObservedOutcome.INVALID_RESPONSE;
import static dev.tenon.testkit.misbehaviour.ObservedOutcome.LEFT_OUT;
import static dev.tenon.testkit.misbehaviour.ObservedOutcome.SUCCEEDS;
import static dev.tenon.testkit.misbehaviour.WellBehavedServer.SCHEMA;
import static dev.tenon.testkit.misbehaviour.WellBehavedServer.TOOLS;
import static dev.tenon.testkit.misbehaviour.WellBehavedServer.toolJson;

import java.util.List;

/** Tools with malicious schemas, and results that violate their schemas. */
final class SchemaMisbehaviours {
    private static final String HEADER = "\"inputSchema\":{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"%s\","
            + "\"x-mcp-header\":\"%s\"},\"b\":{\"type\":\"string\",\"x-mcp-header\":\"Region\"}}}";
    private static final String N =
            "{\"type\":\"object\",\"required\":[\"n\"],\"properties\":{\"n\":{\"type\":\"integer\"}}}";

    static final List<Misbehaviour> ALL = List.of(
            inputSchema("input-schema-missing", "\"title\":\"t\""),
            inputSchema("input-schema-a-text", "\"inputSchema\":\"any\""),
            inputSchema("input-schema-null", "\"inputSchema\":null"),
            inputSchema("input-schema-of-an-array", "\"inputSchema\":{\"type\":\"array\"}"),
            toleratedInputSchema("input-schema-of-nonsense", "\"inputSchema\":{\"type\":\"object\",\"properties\":7}"),
            inputSchema(
                    "input-schema-deep",
                    "\"inputSchema\":{\"type\":\"object\",\"properties\":" + createDeepSchema(500) + "}"),
            header("header-name-with-a-space", "string", "My Header"),
            header("header-name-with-a-line-break", "string", "A\\r\\nEvil: 1"),
            header("header-name-empty", "string", ""),
            header("header-name-twice", "string", "region"),
            header("header-of-an-object", "object", "Whole"),
            header("header-of-a-fraction", "number", "Price"),
            toolCall("structured-content-missing", N, "\"content\":[]", INVALID_RESPONSE),
            toolCall("structured-content-violates-its-schema", N, structured("{\"n\":\"one\"}"), INVALID_RESPONSE),
            toolCall("structured-content-null", N, structured("null"), INVALID_RESPONSE),
            toolCall(
                    "output-schema-on-the-network",
                    "{\"type\":\"object\",\"$ref\":\"http://127.0.0.1:9/s.json\"}",
                    structured("{}"),
                    SUCCEEDS),
            toolCall(
                    "output-schema-in-a-file",
                    "{\"type\":\"object\",\"$ref\":\"file:///etc/passwd\"}",
                    structured("{}"),
                    SUCCEEDS),
            toolCall(
                    "output-schema-with-a-catastrophic-pattern",
                    "{\"type\":\"object\",\"properties\":{\"s\":{\"pattern\":\"^(a+)+$\"}}}",
                    structured("{\"s\":\"" + "a".repeat(50_000) + "!\"}"),
                    INVALID_RESPONSE),
            toolCall(
                    "output-schema-with-a-huge-pattern",
                    "{\"type\":\"object\",\"properties\":{\"s\":{\"pattern\":\"((((a{1000}){1000}){1000}){1000})\"}}}",
                    structured("{\"s\":\"a\"}"),
                    SUCCEEDS),
            toolCall(
                    "output-schema-refers-to-itself",
                    "{\"type\":\"object\",\"$ref\":\"#\"}",
                    structured("{}"),
                    SUCCEEDS),
            toolCall(
                    "output-schema-explodes",
                    createExponentialSchema(),
                    structured("{\"n\":1}"),
                    INVALID_RESPONSE,
                    SUCCEEDS),
            toolCall(
                    "output-schema-of-nonsense",
                    "{\"type\":\"object\",\"required\":\"n\"}",
                    structured("{}"),
                    SUCCEEDS),
            toolCall(
                    "output-schema-of-an-unknown-dialect",
                    "{\"$schema\":\"urn:mine\",\"type\":\"object\"}",
                    structured("{}"),
                    INVALID_RESPONSE,
                    SUCCEEDS));

    private SchemaMisbehaviours() {}

    private static String structured(String value) {
        return "\"content\":[],\"structuredContent\":" + value;
    }

    private static String createDeepSchema(int levels) {
        return "{\"p\":".repeat(levels) + "{}" + "}".repeat(levels);
    }

    /** Each definition refers to the previous one twice: a small schema that takes 2^40 steps. */
    private static String createExponentialSchema() {
        StringBuilder text = new StringBuilder("{\"type\":\"object\",\"$ref\":\"#/$defs/d40\",\"$defs\":{\"d0\":{}");
        for (int i = 1; i <= 40; i++) {
            String previous = "{\"$ref\":\"#/$defs/d" + (i - 1) + "\"}";
            text.append(",\"d" + i + "\":{\"allOf\":[" + previous + "," + previous + "]}");
        }
        return text + "}}";
    }

    private static Misbehaviour inputSchema(String name, String rest) {
        return ofResponse(name, LIST, request -> list(request, toolJson("wrong", rest)), INVALID_RESPONSE, LEFT_OUT);
    }

    /** The server validates the arguments, so a client need not understand the input schema. */
    private static Misbehaviour toleratedInputSchema(String name, String rest) {
        return ofResponse(
                name, LIST, request -> list(request, toolJson("wrong", rest)), INVALID_RESPONSE, LEFT_OUT, SUCCEEDS);
    }

    /** Such headers exist over HTTP in the newest revision only; elsewhere the tool may remain in the list. */
    private static Misbehaviour header(String name, String type, String header) {
        return ofResponse(
                        name,
                        LIST,
                        request -> list(request, toolJson("wrong", HEADER.formatted(type, header))),
                        LEFT_OUT,
                        SUCCEEDS)
                .withHttpOutcomes(LEFT_OUT)
                .onlyInEra(ProtocolEra.STATELESS);
    }

    private static Misbehaviour toolCall(String name, String schema, String result, ObservedOutcome... outcomes) {
        String tools = toolJson("echo", SCHEMA) + "," + toolJson("bad", SCHEMA + ",\"outputSchema\":" + schema);
        return ofResponse(
                name,
                LIST_AND_CALL,
                request -> request.isMethod("tools/list")
                        ? request.cacheableResultMessage("\"tools\":[" + tools + "]")
                        : request.resultMessage(result),
                outcomes);
    }

    private static String list(ReceivedRequest request, String tool) {
        return request.cacheableResultMessage("\"tools\":[" + TOOLS + "," + tool + "]");
    }
}
