package dev.tenon.battery.hostile;

import static dev.tenon.battery.hostile.GoodServer.SCHEMA;
import static dev.tenon.battery.hostile.GoodServer.TOOLS;
import static dev.tenon.battery.hostile.GoodServer.tool;
import static dev.tenon.battery.hostile.Misbehaviour.answers;
import static dev.tenon.battery.hostile.Outcome.BAD_ANSWER;
import static dev.tenon.battery.hostile.Outcome.LEFT_OUT;
import static dev.tenon.battery.hostile.Outcome.SUCCEEDS;
import static dev.tenon.battery.hostile.Trigger.LIST;
import static dev.tenon.battery.hostile.Trigger.LIST_AND_CALL;

import java.util.List;

/** Tools whose schemas are a trap, and results that are not as their schemas say. */
final class Schemas {
    private static final String HEADER = "\"inputSchema\":{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"%s\","
            + "\"x-mcp-header\":\"%s\"},\"b\":{\"type\":\"string\",\"x-mcp-header\":\"Region\"}}}";
    private static final String N =
            "{\"type\":\"object\",\"required\":[\"n\"],\"properties\":{\"n\":{\"type\":\"integer\"}}}";

    static final List<Misbehaviour> ALL = List.of(
            input("input-schema-missing", "\"title\":\"t\""),
            input("input-schema-a-text", "\"inputSchema\":\"any\""),
            input("input-schema-null", "\"inputSchema\":null"),
            input("input-schema-of-an-array", "\"inputSchema\":{\"type\":\"array\"}"),
            inputOrNot("input-schema-of-nonsense", "\"inputSchema\":{\"type\":\"object\",\"properties\":7}"),
            input("input-schema-deep", "\"inputSchema\":{\"type\":\"object\",\"properties\":" + deep(500) + "}"),
            header("header-name-with-a-space", "string", "My Header"),
            header("header-name-with-a-line-break", "string", "A\\r\\nEvil: 1"),
            header("header-name-empty", "string", ""),
            header("header-name-twice", "string", "region"),
            header("header-of-an-object", "object", "Whole"),
            header("header-of-a-fraction", "number", "Price"),
            called("structured-content-missing", N, "\"content\":[]", BAD_ANSWER),
            called("structured-content-violates-its-schema", N, structured("{\"n\":\"one\"}"), BAD_ANSWER),
            called("structured-content-null", N, structured("null"), BAD_ANSWER),
            called(
                    "output-schema-on-the-network",
                    "{\"type\":\"object\",\"$ref\":\"http://127.0.0.1:9/s.json\"}",
                    structured("{}"),
                    SUCCEEDS),
            called(
                    "output-schema-in-a-file",
                    "{\"type\":\"object\",\"$ref\":\"file:///etc/passwd\"}",
                    structured("{}"),
                    SUCCEEDS),
            called(
                    "output-schema-with-a-catastrophic-pattern",
                    "{\"type\":\"object\",\"properties\":{\"s\":{\"pattern\":\"^(a+)+$\"}}}",
                    structured("{\"s\":\"" + "a".repeat(50_000) + "!\"}"),
                    BAD_ANSWER),
            called(
                    "output-schema-with-a-huge-pattern",
                    "{\"type\":\"object\",\"properties\":{\"s\":{\"pattern\":\"((((a{1000}){1000}){1000}){1000})\"}}}",
                    structured("{\"s\":\"a\"}"),
                    SUCCEEDS),
            called(
                    "output-schema-refers-to-itself",
                    "{\"type\":\"object\",\"$ref\":\"#\"}",
                    structured("{}"),
                    SUCCEEDS),
            called("output-schema-explodes", exploding(), structured("{\"n\":1}"), BAD_ANSWER, SUCCEEDS),
            called("output-schema-of-nonsense", "{\"type\":\"object\",\"required\":\"n\"}", structured("{}"), SUCCEEDS),
            called(
                    "output-schema-of-an-unknown-dialect",
                    "{\"$schema\":\"urn:mine\",\"type\":\"object\"}",
                    structured("{}"),
                    BAD_ANSWER,
                    SUCCEEDS));

    private Schemas() {}

    private static String structured(String value) {
        return "\"content\":[],\"structuredContent\":" + value;
    }

    private static String deep(int levels) {
        return "{\"p\":".repeat(levels) + "{}" + "}".repeat(levels);
    }

    /** Each definition asks twice for the one before it: small to send, and 2^40 checks. */
    private static String exploding() {
        StringBuilder text = new StringBuilder("{\"type\":\"object\",\"$ref\":\"#/$defs/d40\",\"$defs\":{\"d0\":{}");
        for (int i = 1; i <= 40; i++) {
            String before = "{\"$ref\":\"#/$defs/d" + (i - 1) + "\"}";
            text.append(",\"d" + i + "\":{\"allOf\":[" + before + "," + before + "]}");
        }
        return text + "}}";
    }

    private static Misbehaviour input(String name, String rest) {
        return answers(name, LIST, got -> list(got, tool("wrong", rest)), BAD_ANSWER, LEFT_OUT);
    }

    /** What the arguments should be is the server's affair: a client need not understand it. */
    private static Misbehaviour inputOrNot(String name, String rest) {
        return answers(name, LIST, got -> list(got, tool("wrong", rest)), BAD_ANSWER, LEFT_OUT, SUCCEEDS);
    }

    /** Only over HTTP in the newest revision there are such headers; elsewhere the tool may stay. */
    private static Misbehaviour header(String name, String type, String header) {
        return answers(name, LIST, got -> list(got, tool("wrong", HEADER.formatted(type, header))), LEFT_OUT, SUCCEEDS)
                .overHttp(LEFT_OUT)
                .in(Era.STATELESS);
    }

    private static Misbehaviour called(String name, String schema, String result, Outcome... seen) {
        String tools = tool("echo", SCHEMA) + "," + tool("bad", SCHEMA + ",\"outputSchema\":" + schema);
        return answers(
                name,
                LIST_AND_CALL,
                got -> got.is("tools/list") ? got.cacheable("\"tools\":[" + tools + "]") : got.result(result),
                seen);
    }

    private static String list(Got got, String tool) {
        return got.cacheable("\"tools\":[" + TOOLS + "," + tool + "]");
    }
}
