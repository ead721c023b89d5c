package dev.tenon.battery.hostile;

import static dev.tenon.battery.hostile.GoodServer.SCHEMA;
import static dev.tenon.battery.hostile.GoodServer.TOOLS;
import static dev.tenon.battery.hostile.GoodServer.tool;
import static dev.tenon.battery.hostile.Misbehaviour.answers;
import static dev.tenon.battery.hostile.Misbehaviour.plays;
import static dev.tenon.battery.hostile.Outcome.BAD_ANSWER;
import static dev.tenon.battery.hostile.Outcome.LEFT_OUT;
import static dev.tenon.battery.hostile.Outcome.SUCCEEDS;
import static dev.tenon.battery.hostile.Trigger.LIST;

import java.util.List;

/** Lists that are none, that never end, or that hold what cannot be. */
final class Lists {
    private static final String LONG = ",\"description\":\"" + "d".repeat(3 << 20) + "\"";

    static final List<Misbehaviour> ALL = List.of(
            list("tools-missing", "\"other\":[]"),
            list("tools-an-object", "\"tools\":{}"),
            list("tools-of-texts", "\"tools\":[\"echo\"]"),
            list("tools-of-null", "\"tools\":[null]"),
            withTool("tool-without-name", "{" + SCHEMA + "}"),
            withTool("tool-name-a-number", "{\"name\":7," + SCHEMA + "}"),
            withTool("tool-description-an-object", tool("x", SCHEMA + ",\"description\":{}")),
            withTool("tool-hints-are-texts", tool("x", SCHEMA + ",\"annotations\":{\"destructiveHint\":\"no\"}")),
            withTool("tool-icons-a-text", tool("x", SCHEMA + ",\"icons\":\"http://169.254.169.254/icon\"")),
            withTool(
                    "tool-icon-is-a-script",
                    tool("x", SCHEMA + ",\"icons\":[{\"src\":\"javascript:alert(1)\"}]"),
                    SUCCEEDS,
                    LEFT_OUT,
                    BAD_ANSWER),
            withTool("tool-twice", tool("echo", SCHEMA), SUCCEEDS, LEFT_OUT),
            withTool("tool-with-control-characters", tool("rm\\u0000\\u001b[31m\\u0007", SCHEMA), SUCCEEDS, LEFT_OUT),
            withTool(
                    "tool-with-hidden-letters",
                    tool("ec\\u200bho\\u202e", SCHEMA + ",\"description\":\"\\u2066hi\\udb40\\udc41\""),
                    SUCCEEDS,
                    LEFT_OUT),
            withTool("tool-with-an-endless-name", tool("n".repeat(1 << 20), SCHEMA), SUCCEEDS, LEFT_OUT),
            withTool("tool-with-an-empty-name", tool("", SCHEMA), SUCCEEDS, LEFT_OUT, BAD_ANSWER),
            list("cursor-a-number", "\"tools\":[],\"nextCursor\":5"),
            list("cursor-an-object", "\"tools\":[],\"nextCursor\":{}"),
            answers(
                    "pages-without-end",
                    LIST,
                    got -> got.cacheable("\"tools\":[" + tool("t" + got.text("cursor"), SCHEMA) + "],\"nextCursor\":\"x"
                            + got.text("cursor") + "\""),
                    BAD_ANSWER),
            answers(
                    "empty-pages-without-end",
                    LIST,
                    got -> got.cacheable("\"tools\":[],\"nextCursor\":\"x" + got.text("cursor") + "\""),
                    BAD_ANSWER),
            answers(
                    "the-same-cursor-again",
                    LIST,
                    got -> got.cacheable("\"tools\":[" + TOOLS + "],\"nextCursor\":\"again\""),
                    BAD_ANSWER),
            answers(
                    "two-cursors-in-turns",
                    LIST,
                    got -> got.cacheable("\"tools\":[],\"nextCursor\":\""
                            + (got.text("cursor").equals("a") ? "b" : "a") + "\""),
                    BAD_ANSWER),
            answers(
                    "pages-of-megabytes-without-end",
                    LIST,
                    got -> got.cacheable("\"tools\":[" + tool("t" + got.text("cursor"), SCHEMA + LONG)
                            + "],\"nextCursor\":\"x" + got.text("cursor") + "\""),
                    BAD_ANSWER),
            answers(
                    "cursors-of-megabytes-without-end",
                    LIST,
                    got -> got.cacheable("\"tools\":[],\"nextCursor\":\"" + next(got.text("cursor")) + "\""),
                    BAD_ANSWER),
            answers(
                    "cursor-empty-but-there",
                    LIST,
                    got -> got.params().get("cursor") == null
                            ? got.cacheable("\"tools\":[],\"nextCursor\":\"\"")
                            : got.cacheable("\"tools\":[" + TOOLS + "]"),
                    SUCCEEDS),
            answers(
                    "cursor-of-a-megabyte",
                    LIST,
                    got -> got.params().get("cursor") == null
                            ? got.cacheable("\"tools\":[],\"nextCursor\":\"" + "c".repeat(1 << 20) + "\"")
                            : got.cacheable("\"tools\":[" + TOOLS + "]"),
                    SUCCEEDS,
                    BAD_ANSWER),
            answers(
                    "cursor-refused",
                    LIST,
                    got -> got.params().get("cursor") == null
                            ? got.cacheable("\"tools\":[],\"nextCursor\":\"c\"")
                            : got.error(-32602, "Unknown cursor"),
                    Outcome.SERVER_ERROR),
            plays(
                    "a-hundred-thousand-tools",
                    LIST,
                    (got, out) -> {
                        String whole = got.cacheable("\"tools\":[" + TOOLS + "@]");
                        out.text(whole.substring(0, whole.indexOf('@')));
                        for (int i = 0; i < 100_000; i++) {
                            out.text("," + tool("t" + i, SCHEMA));
                        }
                        out.text(whole.substring(whole.indexOf('@') + 1));
                        out.end();
                    },
                    BAD_ANSWER),
            answers(
                            "caching-wrong",
                            LIST,
                            got -> got.result("\"tools\":[" + TOOLS + "],\"ttlMs\":\"long\",\"cacheScope\":9"),
                            BAD_ANSWER)
                    .in(Era.STATELESS),
            answers(
                            "caching-for-a-negative-time",
                            LIST,
                            got -> got.result("\"tools\":[" + TOOLS + "],\"ttlMs\":-5,\"cacheScope\":\"private\""),
                            SUCCEEDS)
                    .in(Era.STATELESS),
            answers(
                            "caching-for-ages",
                            LIST,
                            got -> got.result(
                                    "\"tools\":[" + TOOLS + "],\"ttlMs\":9007199254740991,\"cacheScope\":\"public\""),
                            SUCCEEDS)
                    .in(Era.STATELESS),
            answers("caching-missing", LIST, got -> got.result("\"tools\":[" + TOOLS + "]"), SUCCEEDS));

    private Lists() {}

    /** Another one each time, and always long. */
    private static String next(String cursor) {
        int count = cursor.isEmpty() ? 0 : Integer.parseInt(cursor.substring(0, cursor.indexOf('-')));
        return (count + 1) + "-".repeat(2 << 20);
    }

    private static Misbehaviour list(String name, String members) {
        return answers(name, LIST, got -> got.cacheable(members), BAD_ANSWER);
    }

    /** The good tools and one more, which is wrong: either it is left out, or the list is no answer. */
    private static Misbehaviour withTool(String name, String tool) {
        return withTool(name, tool, BAD_ANSWER, LEFT_OUT);
    }

    private static Misbehaviour withTool(String name, String tool, Outcome... seen) {
        return answers(name, LIST, got -> got.cacheable("\"tools\":[" + TOOLS + "," + tool + "]"), seen);
    }
}
